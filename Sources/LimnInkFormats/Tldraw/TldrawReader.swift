// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Reads the freehand strokes of tldraw files (`.tldr`): shapes of type `draw` and `highlight`.
///
/// ``TldrawPoints`` decodes the points. ``FreehandWidths`` computes the widths with tldraw's settings
/// (``TldrawStyle``). All other shapes are listed as dropped.
public struct TldrawReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// ``InkFormat/tldraw``.
    public var format: InkFormat { .tldraw }

    /// Whether this is JSON that names tldraw's file format version near its start.
    public func recognizes(_ bytes: [UInt8]) -> Bool { JSONInkFile.names("\"tldrawFileFormatVersion\"", in: bytes) }

    /// Reads a file.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        let root = try JSONInkFile.tree(bytes, limits: limits, as: format)
        guard let version = root["tldrawFileFormatVersion"]?.integer, let records = root["records"]?.array else {
            throw InkFormatError(.corrupt, format: format, "its version or its records are missing")
        }
        guard version == 1 else { throw InkFormatError(.unsupportedVersion, format: format, "version \(version)") }
        let store = TldrawStore(records)
        var dropped = DroppedItems()
        var counter = InkCounter(limits, format)
        var pages: [InkDocument.Page] = []
        for page in store.pages {
            try counter.addPage()
            var strokes: [Stroke] = []
            for shape in store.shapes(on: page) {
                try read(shape, pages.count + 1, &strokes, &dropped, &counter)
            }
            pages.append(Canvas.page(strokes))
        }
        if store.orphanCount > 0 {
            dropped.note(.unknownElement, page: nil, count: store.orphanCount, detail: "shape on no page")
        }
        return InkImport(
            format: format, document: InkDocument(title: store.title, pages: pages), dropped: dropped.items)
    }

    private func read(
        _ placed: TldrawStore.PlacedShape, _ page: Int, _ strokes: inout [Stroke], _ dropped: inout DroppedItems,
        _ counter: inout InkCounter
    ) throws(InkFormatError) {
        switch placed.shape["type"]?.string {
        case "draw", "highlight":
            let read = TldrawStroke(placed.shape, transform: placed.transform)
            for (kind, detail) in read.dropped { dropped.note(kind, page: page, detail: detail) }
            guard let stroke = read.stroke else { return }
            try counter.add(stroke, page: page)
            strokes.append(stroke)
        case "group": break
        case "text": dropped.note(.text, page: page)
        case "image": dropped.note(.image, page: page)
        case "bookmark": dropped.note(.link, page: page)
        case let other: dropped.note(.unknownElement, page: page, detail: other ?? "without a type")
        }
    }
}
