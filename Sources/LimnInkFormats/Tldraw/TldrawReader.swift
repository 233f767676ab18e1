// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Reads what was drawn freehand in tldraw files (`.tldr`): the shapes of type `draw` and `highlight`.
///
/// Points come as objects, as base64 of absolute half floats, or as base64 of differences (``TldrawPoints``); widths come
/// from ``FreehandWidths`` with tldraw's settings (``TldrawStyle``). All other shapes are listed as dropped.
public struct TldrawReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// ``InkFormat/tldraw``.
    public var format: InkFormat { .tldraw }

    /// Whether this is JSON that says it is tldraw's.
    public func recognizes(_ bytes: [UInt8]) -> Bool { JSONHead.names("\"tldrawFileFormatVersion\"", in: bytes) }

    /// Reads a file.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        let root = try JSONHead.tree(bytes, limits: limits, as: format)
        guard let version = root["tldrawFileFormatVersion"]?.integer, let records = root["records"]?.array else {
            throw InkFormatError(.corrupt, format: format, "it names no version or holds no records")
        }
        guard version == 1 else { throw InkFormatError(.unsupportedVersion, format: format, "version \(version)") }
        let store = TldrawStore(records)
        var dropped = DroppedItems()
        var counter = InkCounter(limits, format)
        var pages: [InkDocument.Page] = []
        for page in store.pages {
            try counter.addPage()
            var strokes: [Stroke] = []
            for placed in store.shapes(on: page) {
                try read(placed, pages.count + 1, &strokes, &dropped, &counter)
            }
            pages.append(Canvas.page(strokes))
        }
        if store.lost > 0 { dropped.note(.unknownElement, page: nil, count: store.lost, detail: "shape on no page") }
        return InkImport(
            format: format, document: InkDocument(title: store.title, pages: pages), dropped: dropped.items)
    }

    private func read(
        _ placed: TldrawStore.Placed, _ page: Int, _ strokes: inout [Stroke], _ dropped: inout DroppedItems,
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
