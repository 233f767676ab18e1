// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
public import LimnInk

/// Reads Excalidraw scenes: freehand lines, shapes, arrows, frames, texts, images and links.
///
/// Scenes are in files of their own (`.excalidraw`), in libraries (`.excalidrawlib`), in the clipboard's JSON, in notes of
/// Obsidian (`.excalidraw.md`), and in SVG and PNG pictures that were exported with the scene
/// (``ExcalidrawContainer``).
///
/// ``FreehandWidths`` computes the widths of freehand lines with Excalidraw's settings: size 4.25 × the stroke width,
/// thinning 0.6, streamline 0.5, and sine easing. These settings are from memory and not verified. Shapes get exact
/// outlines instead of hand-drawn ones.
public struct ExcalidrawReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// The format ``InkFormat/excalidraw``.
    public var format: InkFormat { .excalidraw }

    /// Returns whether the bytes are a scene, a library or a clipboard in JSON, a note of Obsidian's plugin, or an SVG or
    /// PNG with a scene inside.
    public func recognizes(_ bytes: [UInt8]) -> Bool { ExcalidrawContainer.recognizes(bytes) }

    /// Reads a scene as one page, or a library as one page for each of its items.
    ///
    /// One pixel of the scene becomes 0.75 pt. The page is the bounding box of all elements with a margin of 10 pixels
    /// on each side. A scene without elements gives a page without a size. Deleted elements are left out.
    ///
    /// - Parameters:
    ///   - bytes: the whole file. Images are read from the file itself, never from the network.
    ///   - limits: the limits for the size of the file and the numbers of elements and points.
    /// - Throws: ``InkFormatError`` with `corrupt` or `tooLarge`.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        try read(bytes, companions: [:], limits: limits)
    }

    /// Reads a scene as ``read(_:limits:)`` does, with the images that a note of Obsidian names.
    public func read(
        _ bytes: [UInt8], companions: [CompanionFile: [UInt8]], limits: InkLimits
    ) throws(InkFormatError) -> InkImport {
        let json = try ExcalidrawContainer.json(in: bytes, limits: limits)
        let root = try JSONInkFile.tree(json, limits: limits, as: format)
        guard let type = root["type"]?.string, ExcalidrawContainer.types.contains(type) else {
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
        var images = ExcalidrawImage(root["files"], paths: ExcalidrawContainer.paths(in: bytes), companions)
        var pages: [InkDocument.Page] = []
        for elements in type == "excalidrawlib" ? Self.items(of: root) : [root["elements"]?.array ?? []] {
            try counter.addPage()
            var canvas = CanvasItems(page: pages.count + 1, dropped: dropped, counter: counter)
            for element in elements where element["isDeleted"]?.bool != true {
                try read(element, &images, to: &canvas)
            }
            (dropped, counter) = (canvas.dropped, canvas.counter)
            pages.append(Canvas.page(canvas.items, background: background))
        }
        return InkImport(
            format: format, document: InkDocument(pages: pages), dropped: dropped.items,
            missing: images.companions.missing)
    }

    /// Returns the elements of each item of a library. Version 1 has lists of elements, and version 2 has items with a
    /// name.
    private static func items(of library: TreeValue) -> [[TreeValue]] {
        let items = library["libraryItems"]?.array ?? library["library"]?.array ?? []
        return items.map { $0.array ?? $0["elements"]?.array ?? [] }
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
