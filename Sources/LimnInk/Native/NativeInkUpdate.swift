// SPDX-License-Identifier: Apache-2.0

/// Adds strokes and pages to native ink by bytes that go behind the file as it is.
///
/// An addition costs what is added, not what is there. A file whose last addition was torn off is read with
/// ``NativeInk/recover(_:)``.
public struct NativeInkUpdate {
    private var size: Int
    private var lastIndex: Int
    private var brushes: [Brush]
    /// The number of pages, those added included.
    public private(set) var pageCount: Int

    init(size: Int, lastIndex: Int, pageCount: Int, brushes: [Brush]) {
        self.size = size
        self.lastIndex = lastIndex
        self.pageCount = pageCount
        self.brushes = brushes
    }

    /// The bytes that put strokes above those of a page.
    ///
    /// - Parameters:
    ///   - strokes: the strokes, each in a layer that the page has.
    ///   - index: the page, from 0 to below ``pageCount``.
    /// - Returns: what goes behind the file; the next addition is made for the file with it.
    /// - Throws: ``InkError`` with `invalidValue`; nothing has changed then.
    public mutating func add(
        _ strokes: [Stroke], toPage index: Int, precision: NativeInk.Precision = .compact
    ) throws(InkError) -> [UInt8] {
        precondition((0..<pageCount).contains(index), "a page that is there")
        try InkDocument(pages: [.init(drawing: Drawing(strokes: strokes))]).validate()
        var writer = writer(precision)
        try writer.strokes(strokes, onPage: index)
        return try finish(&writer, pageCount: pageCount)
    }

    /// The bytes that put a page behind the last.
    public mutating func add(
        _ page: InkDocument.Page, precision: NativeInk.Precision = .compact
    ) throws(InkError) -> [UInt8] {
        try InkDocument(pages: [page]).validate()
        var writer = writer(precision)
        try writer.page(page, at: pageCount)
        try writer.strokes(page.drawing.strokes, onPage: pageCount)
        return try finish(&writer, pageCount: pageCount + 1)
    }

    private func writer(_ precision: NativeInk.Precision) -> NativeRecordWriter {
        NativeRecordWriter(after: size, previousIndex: lastIndex, brushes: brushes, precision)
    }

    private mutating func finish(_ writer: inout NativeRecordWriter, pageCount: Int) throws(InkError) -> [UInt8] {
        let bytes = try writer.finish(pageCount: pageCount)
        self.pageCount = pageCount
        brushes += writer.addedBrushes
        lastIndex = size + writer.indexOffset
        size += bytes.count
        return bytes
    }
}
