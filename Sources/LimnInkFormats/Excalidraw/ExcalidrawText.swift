// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Reads a text element. Labels of shapes and arrows are also text elements, and Excalidraw stores their positions.
enum ExcalidrawText {
    /// The fonts by number, with the line heights that Excalidraw uses if the file does not specify one.
    private static let fonts: [Int: (family: String, lineHeight: Double)] = [
        1: ("Virgil", 1.25), 2: ("sans-serif", 1.15), 3: ("monospace", 1.2), 5: ("Excalifont", 1.25),
        6: ("Nunito", 1.35), 7: ("Lilita One", 1.15), 8: ("Comic Shanns", 1.25), 9: ("Liberation Sans", 1.15),
    ]

    static func read(_ element: ExcalidrawElement, to canvas: inout CanvasItems) throws(InkFormatError) {
        guard let words = element.value["text"]?.string, !words.isEmpty else { return canvas.drop(.text, "no words") }
        guard let size = element.value["fontSize"]?.number, size > 0, size <= ValueLimits.maximumWidth else {
            return canvas.drop(.text, "it has no font size")
        }
        let number = element.value["fontFamily"]?.integer ?? 1
        let font = fonts[number]
        if font == nil { canvas.drop(.attribute, "font \(number)") }
        let style = TextItem.Style(
            family: font?.family ?? "sans-serif", size: size,
            color: element.color("strokeColor", .black, to: &canvas) ?? Color(rgba: 0))
        var text = TextItem(runs: [.init(words, style)])
        let lineHeight = element.value["lineHeight"]?.number ?? font?.lineHeight ?? 1.25
        text.lineHeight = lineHeight > 0 && lineHeight < 100 ? lineHeight : 1.25
        text.place(
            in: element.box, alignment: element.value["textAlign"]?.string ?? "left", transform: element.transform)
        try canvas.add(.text(text))
    }
}

extension TextItem {
    /// Places a text in a box that another program has measured. Its lines are already broken.
    ///
    /// Replacement fonts may be wider, but must not cause more line breaks. So a text that is not left-aligned gets one
    /// and a half times the width of its box. The box is extended to the side where this does not move the text.
    mutating func place(in box: Rect, alignment name: String, transform: AffineTransform) {
        let more = box.width / 2
        var left = box.minX
        switch name {
        case "center", "middle":
            (alignment, width) = (.center, box.width + more)
            left -= more / 2
        case "right", "end":
            (alignment, width) = (.right, box.width + more)
            left -= more
        default: alignment = .left
        }
        measured = Size(width: width ?? box.width, height: box.height)
        self.transform = AffineTransform.translation(Vector(dx: left, dy: box.minY)).then(transform)
    }
}
