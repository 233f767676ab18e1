// SPDX-License-Identifier: Apache-2.0

/// Builds a document from the records of a version 2 or 3 file, in file order.
struct NativeAssembler {
    private var document = InkDocument()
    private var strokes: StrokeReader
    private var pictures: [PictureData] = []

    /// Decodes a whole file. `memoryLimit` is the approximate maximum memory for the document, in bytes.
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
                // A brush takes at least twelve bytes.
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
            case .objects:
                let number = try reader.index(below: document.pages.count, "a page")
                // An object takes at least ten bytes.
                try strokes.reserve(other: record.contents.count / 10 * MemoryLayout<TextItem>.size * 2)
                try document.pages[number].drawing.readObjects(&reader) {
                    pictures.indices.contains($0) ? pictures[$0] : nil
                }
            case .picture:
                try strokes.reserve(other: record.contents.count)
                pictures.append(try reader.pictureData())
            case .index, .footer: return
            }
            guard reader.remaining == 0 else { throw reader.damaged("a record has extra bytes") }
        }
    }
}

extension Drawing {
    /// Reads all objects up to the end of a record and adds them on top.
    ///
    /// - Parameter picture: returns the picture with a given number, or nil if there is none.
    mutating func readObjects(
        _ reader: inout ByteReader, _ picture: (Int) -> PictureData?
    ) throws(InkError) {
        while reader.remaining > 0 { append(.object(try reader.object(picture))) }
    }
}

extension StrokeReader {
    /// Reads brushes and appends them to the brush table.
    mutating func readBrushes(_ reader: inout ByteReader) throws(InkError) {
        for _ in 0..<(try reader.count(of: 12)) { brushes.append(try reader.brush()) }
    }
}

extension InkDocument.Page {
    /// Replaces everything except the drawing's items with the values of another page.
    mutating func replaceHeader(by other: InkDocument.Page) {
        let old = drawing
        self = other
        drawing.strokes = old.strokes
        drawing.objects = old.objects
    }
}
