// SPDX-License-Identifier: Apache-2.0

/// A sequence of incremental updates, each of which appends items or pages to a native ink file.
///
/// The cost of an update depends only on the added ink, not on the size of the file. If the last update was written
/// incompletely, ``NativeInk/recover(_:)`` can read the file.
public struct NativeInkUpdate {
    private var size: Int
    private var lastIndex: Int
    private var brushes: [Brush]
    private var pictureCount: Int
    private let version: UInt8
    /// The number of pages, including added ones.
    public private(set) var pageCount: Int

    init(size: Int, lastIndex: Int, pageCount: Int, brushes: [Brush], pictureCount: Int, version: UInt8) {
        self.pictureCount = pictureCount
        self.version = version
        self.size = size
        self.lastIndex = lastIndex
        self.pageCount = pageCount
        self.brushes = brushes
    }

    /// Adds strokes on top of all items of a page.
    ///
    /// - Parameters:
    ///   - strokes: the strokes. Their layers must exist on the page.
    ///   - index: the page index, in `0..<pageCount`.
    /// - Returns: the bytes to append to the file. The next update assumes that they were appended.
    /// - Throws: ``InkError`` with `invalidValue` if a value cannot be stored. After an error, the update is unchanged.
    public mutating func add(
        _ strokes: [Stroke], toPage index: Int, precision: NativeInk.Precision = .compact
    ) throws(InkError) -> [UInt8] {
        precondition((0..<pageCount).contains(index), "the page must exist")
        try InkDocument(pages: [.init(drawing: Drawing(strokes: strokes))]).validate()
        var writer = writer(precision)
        try writer.strokes(strokes, onPage: index)
        return try finish(&writer, pageCount: pageCount)
    }

    /// Adds items on top of all items of a page.
    ///
    /// - Parameters:
    ///   - items: the items in painting order. Their layers must exist on the page.
    ///   - index: the page index, in `0..<pageCount`.
    /// - Returns: the bytes to append to the file. The next update assumes that they were appended.
    /// - Throws: ``InkError`` with `invalidValue` if a value cannot be stored, or with `unsupportedVersion` if the file
    ///   has version 2 and an item is not a stroke, or version 3 and an item is a mark on words. After an error, the update is unchanged.
    public mutating func add(
        _ items: [Item], toPage index: Int, precision: NativeInk.Precision = .compact
    ) throws(InkError) -> [UInt8] {
        precondition((0..<pageCount).contains(index), "the page must exist")
        let drawing = Drawing(items: items)
        try InkDocument(pages: [.init(drawing: drawing)]).validate()
        try checkVersion(for: drawing)
        var writer = writer(precision)
        try writer.items(of: drawing, onPage: index)
        return try finish(&writer, pageCount: pageCount)
    }

    /// Adds a page after the last one.
    ///
    /// - Returns: the bytes to append to the file. The next update assumes that they were appended.
    /// - Throws: ``InkError`` with `invalidValue` if a value cannot be stored, or with `unsupportedVersion` if the file
    ///   has version 2 and the page has objects or layer properties other than names, or version 3 and the page has marks
    ///   on words. After an error, the update is unchanged.
    public mutating func add(
        _ page: InkDocument.Page, precision: NativeInk.Precision = .compact
    ) throws(InkError) -> [UInt8] {
        try InkDocument(pages: [page]).validate()
        try checkVersion(for: page.drawing)
        var writer = writer(precision)
        try writer.page(page, at: pageCount)
        try writer.items(of: page.drawing, onPage: pageCount)
        return try finish(&writer, pageCount: pageCount + 1)
    }

    private func writer(_ precision: NativeInk.Precision) -> NativeRecordWriter {
        NativeRecordWriter(
            after: size, previousIndex: lastIndex, brushes: brushes, pictureCount: pictureCount, precision)
    }

    private func checkVersion(for drawing: Drawing) throws(InkError) {
        guard version >= NativeInk.version(for: CollectionOfOne(drawing)) || version == 2 else {
            throw InkError(
                .unsupportedVersion, "The ink has version 3, which holds no marks on words. Rewrite the file first.")
        }
        guard version > 2 || drawing.objects.isEmpty && drawing.layers.allSatisfy(\.isPlain) else {
            throw InkError(
                .unsupportedVersion, "The ink has version 2, which holds only strokes. Rewrite the file first.")
        }
    }

    private mutating func finish(_ writer: inout NativeRecordWriter, pageCount: Int) throws(InkError) -> [UInt8] {
        let bytes = try writer.finish(pageCount: pageCount)
        self.pageCount = pageCount
        brushes += writer.addedBrushes
        pictureCount += writer.addedPictures
        lastIndex = size + writer.indexOffset
        size += bytes.count
        return bytes
    }
}
