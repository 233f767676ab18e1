// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// A paragraph of typed text on a version 6 page.
///
/// The heights of paragraphs are those of the program rmc, whose authors measured them on a few pages. The font sizes
/// are estimates.
struct RemarkableParagraph {
    /// The number of the default style.
    static let plain: UInt8 = 1

    /// The dimensions of a style, in pixels.
    private struct Look {
        var family = "sans-serif"
        var size = 32.0
        var weight = 400
        /// The distance from the top of the paragraph to the baseline of its first line.
        var height = 70.0
        /// The distance between the baselines of successive lines.
        var further = 48.0
        var marker: String?
        /// The nesting depth in a list, from 0.
        var depth = 0.0
    }

    /// The distance from the marker of a list item to its text, in pixels.
    private static let indent = 36.0
    /// The height of a font's middle above its baseline, relative to the font size. Common fonts have values from 0.34
    /// to 0.39.
    private static let middle = 0.36

    /// The number of the style.
    let style: UInt8
    /// The y coordinate of the top of the paragraph, in pixels.
    let top: Double
    private var pieces: [(text: String, isBold: Bool, isItalic: Bool)] = []

    init(style: UInt8, top: Double) {
        self.style = style
        self.top = top
    }

    /// Whether the style is known.
    var isKnown: Bool { style <= 7 }
    /// The text.
    var text: String { pieces.map(\.text).joined() }

    mutating func append(_ scalar: Unicode.Scalar, isBold: Bool, isItalic: Bool) {
        if let last = pieces.last, last.isBold == isBold, last.isItalic == isItalic {
            pieces[pieces.count - 1].text.unicodeScalars.append(scalar)
        } else {
            pieces.append((String(scalar), isBold, isItalic))
        }
    }

    private var look: Look {
        switch style {
        case 2: Look(family: "serif", size: 56, height: 150, further: 70)
        case 3: Look(weight: 700)
        case 4: Look(height: 35, further: 35, marker: "•")
        case 5: Look(height: 35, further: 35, marker: "–", depth: 1)
        case 6: Look(height: 35, further: 35, marker: "☐")
        case 7: Look(height: 35, further: 35, marker: "☑")
        default: Look()
        }
    }

    /// Returns the height of the paragraph in pixels. rmc does not break lines; here, the number of lines is estimated.
    func height(width: Double) -> Double {
        let look = look
        let length = Double(pieces.reduce(0) { $0 + $1.text.unicodeScalars.count }) * look.size / 2
        let further = max(0, (length / max(width, look.size)).rounded(.up) - 1)
        return look.height + further * look.further
    }

    /// Returns the text and, in a list, its marker, as text items in points.
    ///
    /// - Parameters:
    ///   - x: the x coordinate of the text's left edge in the tablet's coordinates, in pixels.
    ///   - width: the width at which lines break, in pixels.
    func items(x: Double, width: Double, canvas: RemarkableCanvas) -> [TextItem] {
        guard !text.allSatisfy(\.isWhitespace) else { return [] }
        let look = look
        func item(_ runs: [TextItem.Run], x: Double, width: Double?) -> TextItem {
            // The distance from the top of the line's box to the baseline is half the line height plus the height of
            // the font's middle.
            let y = top + look.height - look.further / 2 - Self.middle * look.size
            return TextItem(
                runs: runs, width: width.map { $0 * canvas.scale }, lineHeight: look.further / look.size,
                transform: .translation(Vector(dx: (x + canvas.left) * canvas.scale, dy: y * canvas.scale)))
        }
        func style(_ isBold: Bool, _ isItalic: Bool) -> TextItem.Style {
            TextItem.Style(
                family: look.family, size: look.size * canvas.scale, weight: isBold ? 700 : look.weight,
                isItalic: isItalic)
        }
        let left = x + look.depth * Self.indent
        let runs = pieces.map { TextItem.Run($0.text, style($0.isBold, $0.isItalic)) }
        let words = item(runs, x: left, width: max(width - look.depth * Self.indent, look.size))
        guard let marker = look.marker else { return [words] }
        return [item([.init(marker, style(false, false))], x: left - Self.indent, width: nil), words]
    }
}
