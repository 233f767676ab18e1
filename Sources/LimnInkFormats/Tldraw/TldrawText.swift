// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// The text of a shape, which is plain text or rich text (a tree of nodes).
struct TldrawText {
    /// The line height relative to the font size.
    static let lineHeight = 1.35
    private static let fonts = [
        "draw": "Shantell Sans", "sans": "sans-serif", "serif": "serif", "mono": "monospace",
    ]
    private static let maximumDepth = 32

    /// The runs; empty if there is no text.
    private(set) var runs: [TextItem.Run] = []
    private let base: TextItem.Style

    /// Reads the text of a shape.
    ///
    /// - Parameter sizes: the font sizes by tldraw's names.
    init(_ paint: TldrawPaint, sizes: [String: Double], color: Color, to canvas: inout CanvasItems) {
        let font = paint.props["font"]?.string ?? "draw"
        if Self.fonts[font] == nil { canvas.drop(.attribute, "font=\(font)") }
        let size = sizes[paint.props["size"]?.string ?? "m"] ?? sizes["m"] ?? 24
        base = TextItem.Style(family: Self.fonts[font] ?? "sans-serif", size: size * paint.scale, color: color)
        if let rich = paint.props["richText"], rich.isObject {
            let blocks = rich["content"]?.array ?? []
            for (index, block) in blocks.enumerated() {
                if index > 0 { append("\n", base) }
                add(block, base, prefix: "", depth: 0)
            }
        } else if let text = paint.props["text"]?.string {
            append(text, base)
        }
        if runs.allSatisfy({ run in run.text.allSatisfy(\.isWhitespace) }) { runs = [] }
    }

    /// Whether there is no text.
    var isEmpty: Bool { runs.isEmpty }

    /// Returns the text as an item at the origin of the shape's space.
    ///
    /// - Parameter width: the width at which lines wrap, in pixels; nil if they break only at line feeds.
    func item(alignment: TextItem.Alignment, width: Double?) -> TextItem {
        TextItem(runs: runs, alignment: alignment, width: width, lineHeight: Self.lineHeight)
    }

    /// Returns the alignment with the given name in tldraw.
    static func alignment(_ name: String?) -> TextItem.Alignment {
        switch name {
        case "start", "start-legacy": .left
        case "end", "end-legacy": .right
        default: .center
        }
    }

    private mutating func append(_ text: String, _ style: TextItem.Style) {
        if runs.last?.style == style {
            runs[runs.count - 1].text += text
        } else {
            runs.append(.init(text, style))
        }
    }

    private mutating func add(_ node: TreeValue, _ style: TextItem.Style, prefix: String, depth: Int) {
        guard depth < Self.maximumDepth else { return }
        let children = node["content"]?.array ?? []
        switch node["type"]?.string {
        case "text": append(node["text"]?.string ?? "", marked(style, node["marks"]?.array ?? []))
        case "hardBreak": append("\n", style)
        case "bulletList", "orderedList":
            let isNumbered = node["type"]?.string == "orderedList"
            for (index, child) in children.enumerated() {
                if index > 0 { append("\n", style) }
                add(child, style, prefix: prefix + (isNumbered ? "\(index + 1). " : "• "), depth: depth + 1)
            }
        case "listItem":
            append(prefix, style)
            for (index, child) in children.enumerated() {
                if index > 0 { append("\n", style) }
                add(child, style, prefix: "    ", depth: depth + 1)
            }
        case "heading":
            var heading = style
            heading.weight = 700
            for child in children { add(child, heading, prefix: "", depth: depth + 1) }
        default:
            for child in children { add(child, style, prefix: "", depth: depth + 1) }
        }
    }

    private func marked(_ style: TextItem.Style, _ marks: [TreeValue]) -> TextItem.Style {
        var style = style
        for mark in marks {
            switch mark["type"]?.string {
            case "bold": style.weight = 700
            case "italic": style.isItalic = true
            case "underline", "link": style.isUnderlined = true
            case "strike": style.isStruck = true
            case "code": style.family = "monospace"
            default: break
            }
        }
        return style
    }
}
