// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
public import LimnInk

/// Reads tldraw files (`.tldr`), also those of tldraw 1, and snapshots of its editor: freehand strokes, geometric shapes, arrows, lines, notes, frames, texts, images and
/// bookmarks.
///
/// ``TldrawPoints`` decodes the points. ``FreehandWidths`` computes the widths with tldraw's settings
/// (``TldrawStyle``). Shapes get exact outlines instead of hand-drawn ones. Videos are listed as dropped.
public struct TldrawReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// The format ``InkFormat/tldraw``.
    public var format: InkFormat { .tldraw }

    /// Returns whether the bytes are JSON with the keys of a tldraw file or a snapshot.
    public func recognizes(_ bytes: [UInt8]) -> Bool {
        if JSONInkFile.names("\"tldrawFileFormatVersion\"", in: bytes) { return true }
        let keys = JSONInkFile.keys(of: bytes)
        if keys.contains("tldrawFileFormatVersion") { return true }
        guard keys.contains("document") || keys.contains("store") else { return false }
        let head = String(decoding: bytes.prefix(64 << 10), as: UTF8.self)
        return head.contains("\"typeName\"") || (head.contains("\"pages\"") && head.contains("\"shapes\""))
    }

    /// Reads a file. Each tldraw page becomes a page.
    ///
    /// One pixel becomes 0.75 pt. A page is the bounding box of its shapes with a margin of 10 pixels on each side.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, JSON in UTF-8. Images are read from the file itself, never from the network.
    ///   - limits: the limits for the size of the file and the numbers of pages, shapes and points.
    /// - Throws: ``InkFormatError`` with `corrupt`, `tooLarge`, or `unsupportedVersion` for a file format version other
    ///   than 1.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        let root = try JSONInkFile.tree(bytes, limits: limits, as: format)
        let store = TldrawStore(try records(root))
        var dropped = DroppedItems()
        var counter = InkCounter(limits, format)
        var images = TldrawImage(store)
        var pages: [InkDocument.Page] = []
        for page in store.pages {
            try counter.addPage()
            var canvas = CanvasItems(page: pages.count + 1, dropped: dropped, counter: counter)
            for shape in store.shapes(on: page) { try read(shape, store, &images, to: &canvas) }
            (dropped, counter) = (canvas.dropped, canvas.counter)
            pages.append(Canvas.page(canvas.items))
        }
        if store.orphanCount > 0 {
            dropped.note(.unknownElement, page: nil, count: store.orphanCount, detail: "shape on no page")
        }
        return InkImport(
            format: format, document: InkDocument(title: store.title, pages: pages), dropped: dropped.items)
    }

    /// Returns the records of a file, of a snapshot or of a file of tldraw 1.
    private func records(_ root: TreeValue) throws(InkFormatError) -> [TreeValue] {
        if let version = root["tldrawFileFormatVersion"]?.integer, let records = root["records"]?.array {
            guard version == 1 else { throw InkFormatError(.unsupportedVersion, format: format, "version \(version)") }
            return records
        }
        if case .object(let records)? = root["document"]?["store"] ?? root["store"] { return records.map(\.value) }
        if let old = TldrawVersion1(root) { return old.records }
        throw InkFormatError(.corrupt, format: format, "its version or its records are missing")
    }

    private func read(
        _ placed: TldrawStore.PlacedShape, _ store: TldrawStore, _ images: inout TldrawImage,
        to canvas: inout CanvasItems
    ) throws(InkFormatError) {
        let place = [placed.transform.tx, placed.transform.ty]
        guard place.allSatisfy({ $0.magnitude <= ValueLimits.maximumCoordinate }) else {
            return canvas.drop(.stroke, "coordinates that are not usable numbers")
        }
        switch placed.shape["type"]?.string {
        case "draw", "highlight":
            let read = TldrawStroke(placed.shape, transform: placed.transform)
            for (kind, detail) in read.dropped { canvas.drop(kind, detail) }
            guard let stroke = read.stroke else { return }
            try canvas.add(stroke)
        case "group": break
        case "geo": try TldrawShape.geo(placed, to: &canvas)
        case "text": try TldrawShape.text(placed, to: &canvas)
        case "note": try TldrawShape.note(placed, to: &canvas)
        case "frame": try TldrawShape.frame(placed, to: &canvas)
        case "line": try TldrawShape.line(placed, to: &canvas)
        case "arrow": try TldrawArrow(store: store).read(placed, to: &canvas)
        case "image": try images.read(placed, to: &canvas)
        case "bookmark": try images.readCard(placed, to: &canvas)
        case "embed":
            try images.readCard(placed, to: &canvas)
            canvas.drop(.unknownElement, "the page inside a frame")
        case let other: canvas.drop(.unknownElement, other ?? "without a type")
        }
    }
}
