// SPDX-License-Identifier: Apache-2.0

/// Builds a document from the records of a version 2 file, in file order.
struct NativeAssembler {
    private var document = InkDocument()
    private var strokes: StrokeReader

    /// Decodes a whole file.
    static func document(in bytes: [UInt8], memoryLimit: Int = .max) throws(InkError) -> InkDocument {
        var assembler = NativeAssembler(strokes: StrokeReader(size: bytes.count, limit: memoryLimit))
        var start = NativeInk.headerSize
        var isComplete = false
        while start < bytes.count {
            let record = try NativeRecord(in: bytes, at: start)
            try assembler.add(record, in: bytes)
            isComplete = record.kind == .footer
            start = record.end
        }
        guard isComplete else { throw InkError(.corrupt, "The ink ends before it is complete.") }
        return assembler.document
    }

    private mutating func add(_ record: NativeRecord, in bytes: [UInt8]) throws(InkError) {
        try ByteReader.with(bytes, record.contents) { reader throws(InkError) in
            switch record.kind {
            case .document: (document.title, document.template) = try reader.documentHeader()
            case .brushes:
                // A brush takes twelve bytes or more.
                try strokes.reserve(other: record.contents.count / 12 * MemoryLayout<Brush>.size)
                try strokes.readBrushes(&reader)
            case .page:
                let number = try reader.index(below: document.pages.count + 1, "the previous page")
                try strokes.reserve(other: MemoryLayout<InkDocument.Page>.size + record.contents.count)
                let page = try reader.pageHeader()
                if number == document.pages.count {
                    document.pages.append(page)
                } else {
                    document.pages[number].replaceHeader(by: page)
                }
            case .strokes:
                let number = try reader.index(below: document.pages.count, "a page")
                while reader.remaining > 0 {
                    document.pages[number].drawing.strokes.append(try strokes.read(&reader))
                }
            case .index, .footer: return
            }
            guard reader.remaining == 0 else { throw reader.damaged("a record has extra bytes") }
        }
    }
}

extension StrokeReader {
    /// Reads brushes and appends them to the brush table.
    mutating func readBrushes(_ reader: inout ByteReader) throws(InkError) {
        for _ in 0..<(try reader.count(of: 12)) { brushes.append(try reader.brush()) }
    }
}

extension InkDocument.Page {
    /// Replaces everything but the strokes by that of another page.
    mutating func replaceHeader(by other: InkDocument.Page) {
        let strokes = drawing.strokes
        self = other
        drawing.strokes = strokes
    }
}
