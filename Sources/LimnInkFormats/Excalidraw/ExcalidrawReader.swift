// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Reads the freehand strokes of Excalidraw scenes (`.excalidraw`): elements of type `freedraw`.
///
/// ``FreehandWidths`` computes the widths with Excalidraw's settings: size 4.25 × the stroke width, thinning 0.6,
/// streamline 0.5, and sine easing. These settings are from memory and not verified. All other elements are listed as
/// dropped.
public struct ExcalidrawReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// ``InkFormat/excalidraw``.
    public var format: InkFormat { .excalidraw }

    /// Whether this is JSON that names Excalidraw near its start.
    public func recognizes(_ bytes: [UInt8]) -> Bool { JSONInkFile.names("\"excalidraw\"", in: bytes) }

    /// Reads a scene.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        let root = try JSONInkFile.tree(bytes, limits: limits, as: format)
        guard root["type"]?.string == "excalidraw" else {
            throw InkFormatError(.corrupt, format: format, "its type is not “excalidraw”")
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
