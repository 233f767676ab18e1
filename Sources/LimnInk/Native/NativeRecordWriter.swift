// SPDX-License-Identifier: Apache-2.0

/// A writer for the records of a version 3 or 4 file or of an update to a file.
struct NativeRecordWriter {
    /// The approximate maximum size of a strokes record, in bytes. A page with more ink gets several records.
    private static let recordSize = 4 << 20

    private var writer = ByteWriter()
    private var strokes: StrokeWriter
    private var objects: ObjectWriter
    /// The file offset of the first byte written.
    private let base: Int
    private var index: NativeIndex
    /// The brushes written by this writer.
    private(set) var addedBrushes: [Brush] = []
    /// The number of pictures written by this writer.
    private(set) var addedPictures = 0
    /// The offset of the index relative to ``base``. It is set by ``finish(pageCount:)``.
    private(set) var indexOffset = 0

    /// Starts a new file.
    init(_ precision: NativeInk.Precision, version: UInt8) {
        base = 0
        strokes = StrokeWriter(isLossless: precision == .lossless)
        objects = ObjectWriter()
        index = NativeIndex()
        writer.append(NativeInk.magic)
        writer.byte(version)
    }

    /// Starts an update to a file.
    ///
    /// - Parameters:
    ///   - size: the file's size in bytes.
    ///   - previousIndex: the offset of its last index.
    ///   - brushes: all brushes in the file.
    ///   - pictureCount: the number of pictures in the file.
    init(
        after size: Int, previousIndex: Int, brushes: [Brush], pictureCount: Int, _ precision: NativeInk.Precision
    ) {
        base = size
        objects = ObjectWriter(pictureCount: pictureCount)
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

    /// Writes the items of a drawing: a run of strokes, the objects above it, the next run of strokes, and so on.
    ///
    /// The order of the records is the painting order, so the file does not need ``PlacedObject/strokesBelow``.
    mutating func items(of drawing: Drawing, onPage number: Int) throws(InkError) {
        var start = 0
        var pending: [PageObject] = []
        for placed in drawing.objects {
            let end = min(max(placed.strokesBelow, start), drawing.strokes.count)
            if end > start {
                try objects(pending, onPage: number)
                pending = []
                try strokes(Array(drawing.strokes[start..<end]), onPage: number)
            }
            pending.append(placed.object)
            start = end
        }
        try objects(pending, onPage: number)
        try strokes(start == 0 ? drawing.strokes : Array(drawing.strokes[start...]), onPage: number)
    }

    private mutating func objects(_ all: [PageObject], onPage number: Int) throws(InkError) {
        guard !all.isEmpty else { return }
        var contents = ByteWriter()
        contents.count(number)
        for object in all { objects.write(object, into: &contents) }
        // Pictures must be written before the objects that show them.
        for picture in objects.takeNewPictures() {
            var data = ByteWriter()
            data.pictureData(picture)
            try record(.picture, data)
            addedPictures += 1
        }
        try record(.objects, contents, page: number)
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
            // Brushes must be written before the strokes that use them.
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
