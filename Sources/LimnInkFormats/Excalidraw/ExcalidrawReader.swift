// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Reads what was drawn freehand in Excalidraw scenes (`.excalidraw`): the elements of type `freedraw`.
///
/// Widths come from ``FreehandWidths`` with Excalidraw's settings, which are recalled and not confirmed: a size of 4.25
/// times the stroke width, thinning 0.6, streamline ½, a sine as easing. All other elements are listed as dropped.
public struct ExcalidrawReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// ``InkFormat/excalidraw``.
    public var format: InkFormat { .excalidraw }

    /// Whether this is JSON that says it is Excalidraw's.
    public func recognizes(_ bytes: [UInt8]) -> Bool { JSONHead.names("\"excalidraw\"", in: bytes) }

    /// Reads a file.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        let root = try JSONHead.tree(bytes, limits: limits, as: format)
        guard root["type"]?.string == "excalidraw" else {
            throw InkFormatError(.corrupt, format: format, "it does not say that it is a scene of Excalidraw")
        }
        var dropped = DroppedItems()
        var background = InkDocument.Background.none
        if let text = root["appState"]?["viewBackgroundColor"]?.string {
            if let color = CSSColor.parse(text) {
                background = .paper(style: "plain", color: color)
            } else {
                dropped.note(.attribute, page: 1, detail: "viewBackgroundColor=\(text)")
            }
        }
        var counter = InkCounter(limits, format)
        var strokes: [Stroke] = []
        for element in root["elements"]?.array ?? [] where element["isDeleted"]?.bool != true {
            switch element["type"]?.string {
            case "freedraw":
                let read = ExcalidrawStroke(element)
                for (kind, detail) in read.dropped { dropped.note(kind, page: 1, detail: detail) }
                guard let stroke = read.stroke else { continue }
                try counter.add(stroke)
                strokes.append(stroke)
            case "text": dropped.note(.text, page: 1)
            case "image": dropped.note(.image, page: 1)
            case let other: dropped.note(.unknownElement, page: 1, detail: other ?? "without a type")
            }
        }
        let document = InkDocument(pages: [Canvas.page(strokes, background: background)])
        return InkImport(format: format, document: document, dropped: dropped.items)
    }
}
