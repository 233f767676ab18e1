// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
public import LimnInk

/// Reads Excalidraw scenes (`.excalidraw`): freehand lines, shapes, arrows, frames, texts, images and links.
///
/// ``FreehandWidths`` computes the widths of freehand lines with Excalidraw's settings: size 4.25 × the stroke width,
/// thinning 0.6, streamline 0.5, and sine easing. These settings are from memory and not verified. Shapes get exact
/// outlines instead of hand-drawn ones.
public struct ExcalidrawReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// The format ``InkFormat/excalidraw``.
    public var format: InkFormat { .excalidraw }

    /// Returns whether the bytes are JSON whose first 4 KiB contain `"excalidraw"`.
    public func recognizes(_ bytes: [UInt8]) -> Bool { JSONInkFile.names("\"excalidraw\"", in: bytes) }

    /// Reads a scene as one page.
    ///
    /// One pixel of the scene becomes 0.75 pt. The page is the bounding box of all elements with a margin of 10 pixels
    /// on each side. A scene without elements gives a page without a size. Deleted elements are left out.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, JSON in UTF-8. Images are read from the file itself, never from the network.
    ///   - limits: the limits for the size of the file and the numbers of elements and points.
    /// - Throws: ``InkFormatError`` with `corrupt` or `tooLarge`.
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
        var canvas = CanvasItems(page: 1, dropped: dropped, counter: InkCounter(limits, format))
        var images = ExcalidrawImage(root["files"])
        for element in root["elements"]?.array ?? [] where element["isDeleted"]?.bool != true {
            try read(element, &images, to: &canvas)
        }
        let document = InkDocument(pages: [Canvas.page(canvas.items, background: background)])
        return InkImport(format: format, document: document, dropped: canvas.dropped.items)
    }

    private func read(
        _ value: TreeValue, _ images: inout ExcalidrawImage, to canvas: inout CanvasItems
    ) throws(InkFormatError) {
        let type = value["type"]?.string
        switch type {
        case "freedraw":
            let read = ExcalidrawStroke(value)
            for (kind, detail) in read.dropped { canvas.drop(kind, detail) }
            guard let stroke = read.stroke else { return }
            try canvas.add(stroke)
            if let box = stroke.bounds { try canvas.addLink(value["link"]?.string, box, .identity) }
        case "line", "arrow": try ExcalidrawShape.line(value, to: &canvas)
        case "rectangle", "diamond", "ellipse", "frame", "magicframe", "text", "image", "embeddable", "iframe":
            guard let element = ExcalidrawElement(value) else {
                return canvas.drop(Self.kind(type), "it has no place")
            }
            try read(element, &images, to: &canvas)
        case let other: canvas.drop(.unknownElement, other ?? "without a type")
        }
    }

    private func read(
        _ element: ExcalidrawElement, _ images: inout ExcalidrawImage, to canvas: inout CanvasItems
    ) throws(InkFormatError) {
        switch element.type {
        case "image": return try images.read(element, to: &canvas)
        case "text": try ExcalidrawText.read(element, to: &canvas)
        case "frame", "magicframe": try ExcalidrawShape.frame(element, to: &canvas)
        default: try ExcalidrawShape.area(element, to: &canvas)
        }
        if element.type == "embeddable" || element.type == "iframe" {
            canvas.drop(.unknownElement, "the page inside a frame")
        }
        try canvas.addLink(element.value["link"]?.string, element.box, element.transform)
    }

    private static func kind(_ type: String?) -> DroppedItem.Kind {
        switch type {
        case "text": .text
        case "image": .image
        default: .stroke
        }
    }
}
