// SPDX-License-Identifier: Apache-2.0

/// Puts the records of a file of version 2, or of what is added to one, one behind the other.
struct NativeRecordWriter {
    /// Strokes of a page are cut into records of about this many bytes.
    private static let recordSize = 4 << 20

    private var writer = ByteWriter()
    private var strokes: StrokeWriter
    /// Where the first byte written will be in the file.
    private let base: Int
    private var index: NativeIndex
    /// The brushes that were written.
    private(set) var addedBrushes: [Brush] = []
    /// Where the index is in what was written, once that is finished.
    private(set) var indexOffset = 0

    /// Begins a file.
    init(_ precision: NativeInk.Precision) {
        base = 0
        strokes = StrokeWriter(isLossless: precision == .lossless)
        index = NativeIndex()
        writer.append(NativeInk.magic)
        writer.byte(NativeInk.version)
    }

    /// Goes on behind a file.
    ///
    /// - Parameters:
    ///   - size: the file's size in bytes.
    ///   - previousIndex: where its last index is.
    ///   - brushes: all the brushes that it has.
    init(after size: Int, previousIndex: Int, brushes: [Brush], _ precision: NativeInk.Precision) {
        base = size
        strokes = StrokeWriter(isLossless: precision == .lossless, brushes: brushes, isAddition: true)
        index = NativeIndex(previous: previousIndex)
    }

    mutating func header(of document: InkDocument) throws(InkError) {
        var contents = ByteWriter()
        contents.header(of: document)
        try record(.document, contents)
    }

    mutating func page(_ page: InkDocument.Page, at number: Int) throws(InkError) {
        var contents = ByteWriter()
        contents.count(number)
        contents.header(of: page)
        try record(.page, contents, page: number)
    }

    mutating func strokes(_ all: [Stroke], onPage number: Int) throws(InkError) {
        var rest = all[...]
        while !rest.isEmpty {
            var contents = ByteWriter()
            contents.count(number)
            while let stroke = rest.first, contents.count < Self.recordSize {
                strokes.write(stroke, into: &contents)
                rest.removeFirst()
            }
            // Brushes stand before the strokes that name them.
            let brushes = strokes.takeNewBrushes()
            if !brushes.isEmpty {
                var table = ByteWriter()
                table.count(brushes.count)
                for brush in brushes { table.brush(brush) }
                try record(.brushes, table)
                addedBrushes += brushes
            }
            try record(.strokes, contents, page: number)
        }
    }

    /// Ends the file; nothing may be written behind that.
    mutating func finish(pageCount: Int) throws(InkError) -> [UInt8] {
        var contents = ByteWriter()
        index.write(pageCount: pageCount, into: &contents)
        indexOffset = writer.count
        let place = base + indexOffset
        try NativeRecord.write(.index, contents.bytes, into: &writer)
        var footer = ByteWriter()
        footer.word(UInt32(truncatingIfNeeded: place))
        footer.word(UInt32(truncatingIfNeeded: place >> 32))
        try NativeRecord.write(.footer, footer.bytes, into: &writer)
        return writer.bytes
    }

    private mutating func record(
        _ kind: NativeRecord.Kind, _ contents: ByteWriter, page: Int? = nil
    ) throws(InkError) {
        index.entries.append(.init(kind: kind, page: page ?? 0, offset: base + writer.count, length: contents.count))
        try NativeRecord.write(kind, contents.bytes, into: &writer)
    }
}
