// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Reads the typed text of a page, which is a list of Quill's operations.
///
/// The height of all lines is the line height of the paper. The font size of text is 0.7 times this height; the font
/// sizes of headings are 1.15, 1 and 0.9 times this height. These values and the margins are those in Saber's public
/// source code. Successive paragraphs with the same size and alignment become one item. If a heading follows wrapped
/// lines, its position is estimated.
struct SaberText {
    /// A paragraph, with its runs and the attributes of its line feed.
    private struct Paragraph {
        var runs: [(text: String, attributes: TreeValue)] = []
        var attributes = TreeValue.null

        /// The font size relative to the line height.
        var size: Double {
            switch attributes["header"]?.integer {
            case 1: 1.15
            case 2: 1
            case 3: 0.9
            default: 0.7
            }
        }

        var alignment: TextItem.Alignment {
            switch attributes["align"]?.string {
            case "center": .center
            case "right": .right
            case "justify": .justified
            default: .start
            }
        }
    }

    private static let family = "Neucha"
    private let lineHeight: Double
    private let pageWidth: Double
    /// The text items from top to bottom.
    private(set) var items: [TextItem] = []
    /// The dropped content, with its kind and a detail.
    private(set) var dropped: [(DroppedItem.Kind, String)] = []

    init(_ operations: [TreeValue], lineHeight: Double, pageWidth: Double) {
        self.lineHeight = lineHeight
        self.pageWidth = pageWidth
        let paragraphs = paragraphs(operations)
        guard paragraphs.contains(where: { !$0.runs.isEmpty }) else { return }
        var line = 0.0
        var number = 0
        var start = 0
        while start < paragraphs.count {
            let first = paragraphs[start]
            let end =
                paragraphs[start...].firstIndex { $0.size != first.size || $0.alignment != first.alignment }
                ?? paragraphs.count
            var runs: [TextItem.Run] = []
            for (index, paragraph) in paragraphs[start..<end].enumerated() {
                if index > 0 { append("\n", style(first, .null), to: &runs) }
                number = paragraph.attributes["list"]?.string == "ordered" ? number + 1 : 0
                append(prefix(paragraph, number), style(paragraph, .null), to: &runs)
                for run in paragraph.runs { append(run.text, style(paragraph, run.attributes), to: &runs) }
            }
            var item = TextItem(
                runs: runs, alignment: first.alignment, width: max(pageWidth - lineHeight, 1),
                lineHeight: 1 / first.size)
            item.transform = .translation(Vector(dx: lineHeight * 0.5, dy: lineHeight * (1.2 + line)))
            line += (item.box.height / lineHeight).rounded()
            if !item.runs.allSatisfy({ $0.text.allSatisfy(\.isWhitespace) }) { items.append(item) }
            start = end
        }
    }

    private mutating func paragraphs(_ operations: [TreeValue]) -> [Paragraph] {
        var paragraphs: [Paragraph] = []
        var current = Paragraph()
        for operation in operations {
            let attributes = operation["attributes"] ?? .null
            guard let text = operation["insert"]?.string else {
                dropped.append((.unknownElement, "an object inside the text"))
                continue
            }
            for (index, piece) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if index > 0 {
                    current.attributes = attributes
                    paragraphs.append(current)
                    current = Paragraph()
                }
                if !piece.isEmpty { current.runs.append((String(piece), attributes)) }
            }
        }
        if !current.runs.isEmpty { paragraphs.append(current) }
        // Quill's text always ends with a line feed. Empty paragraphs at the end are invisible.
        while let last = paragraphs.last, last.runs.isEmpty { paragraphs.removeLast() }
        return paragraphs
    }

    private func prefix(_ paragraph: Paragraph, _ number: Int) -> String {
        let depth = min(max(paragraph.attributes["indent"]?.integer ?? 0, 0), 16)
        let indent = String(repeating: "    ", count: depth)
        switch paragraph.attributes["list"]?.string {
        case "bullet": return indent + "•  "
        case "ordered": return indent + "\(number).  "
        case "checked": return indent + "☑  "
        case "unchecked": return indent + "☐  "
        default: return indent
        }
    }

    private func style(_ paragraph: Paragraph, _ attributes: TreeValue) -> TextItem.Style {
        var style = TextItem.Style(family: Self.family, size: lineHeight * paragraph.size)
        style.weight = attributes["bold"]?.bool == true ? 700 : 400
        style.isItalic = attributes["italic"]?.bool == true
        let isHeading = paragraph.attributes["header"]?.integer != nil
        style.isUnderlined = attributes["underline"]?.bool == true || attributes["link"]?.string != nil || isHeading
        style.isStruck = attributes["strike"]?.bool == true
        if attributes["code"]?.bool == true || paragraph.attributes["code-block"]?.bool == true {
            style.family = "monospace"
        }
        if let color = attributes["color"]?.string.flatMap(CSSColor.parse) { style.color = color }
        return style
    }

    private func append(_ text: String, _ style: TextItem.Style, to runs: inout [TextItem.Run]) {
        guard !text.isEmpty else { return }
        if runs.last?.style == style {
            runs[runs.count - 1].text += text
        } else {
            runs.append(.init(text, style))
        }
    }
}
