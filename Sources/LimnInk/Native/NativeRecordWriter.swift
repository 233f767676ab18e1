// SPDX-License-Identifier: Apache-2.0

/// Writes the records of a version 2 file or of an update to one.
struct NativeRecordWriter {
    /// The approximate maximum size of a strokes record, in bytes. A page with more ink gets several records.
    private static let recordSize = 4 << 20

    private var writer = ByteWriter()
    private var strokes: StrokeWriter
    /// The file offset of the first byte written.
    private let base: Int
    private var index: NativeIndex
    /// The brushes written by this writer.
    private(set) var addedBrushes: [Brush] = []
    /// The offset of the index from ``base``, once ``finish(pageCount:)`` was called.
    private(set) var indexOffset = 0

    /// Starts a new file.
    init(_ precision: NativeInk.Precision) {
        base = 0
        strokes = StrokeWriter(isLossless: precision == .lossless)
        index = NativeIndex()
        writer.append(NativeInk.magic)
        writer.byte(NativeInk.version)
    }

    /// Starts an update to a file.
    ///
    /// - Parameters:
    ///   - size: the file's size in bytes.
    ///   - previousIndex: the offset of its last index.
    ///   - brushes: all brushes in the file.
    init(after size: Int, previousIndex: Int, brushes: [Brush], _ precision: NativeInk.Precision) {
        base = size
        strokes = StrokeWriter(isLossless: precision == .lossless, brushes: brushes, isUpdate: true)
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
            // Brushes are written before the strokes that use them.
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

    /// Writes the index and the footer, and returns all bytes. Nothing may be written after that.
    mutating func finish(pageCount: Int) throws(InkError) -> [UInt8] {
        var contents = ByteWriter()
        index.write(pageCount: pageCount, into: &contents)
        indexOffset = writer.count
        let offset = base + indexOffset
        try NativeRecord.write(.index, contents.bytes, into: &writer)
        var footer = ByteWriter()
        footer.word(UInt32(truncatingIfNeeded: offset))
        footer.word(UInt32(truncatingIfNeeded: offset >> 32))
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
