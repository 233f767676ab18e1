// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk

/// A line and its position.
struct LinePlacement {
    var line: Layout.Line
    /// The x coordinate of the left end.
    var x: Double
    var top: Double
    var baseline: Double
    var bottom: Double

    /// Positions lines according to alignment and line height.
    static func place(
        _ lines: [Layout.Line], _ text: StyledText, _ fonts: [FontMap.Selection], _ item: TextItem
    ) -> [LinePlacement] {
        let width = max(item.width ?? 0, lines.map(\.width).max() ?? 0)
        var y = 0.0
        return lines.map { line in
            var placed = LinePlacement(
                line: line, x: left(of: line, width: width, item.alignment), top: line.top, baseline: line.baseline,
                bottom: line.bottom)
            if let lineHeight = item.lineHeight {
                let (height, baseline) = measure(line, text, fonts, lineHeight: lineHeight)
                (placed.top, placed.baseline, placed.bottom) = (y, y + baseline, y + height)
                y += height
            }
            return placed
        }
    }

    private static func left(of line: Layout.Line, width: Double, _ alignment: TextItem.Alignment) -> Double {
        switch alignment {
        case .left: 0
        case .right: width - line.width
        case .center: (width - line.width) / 2
        case .start, .justified: line.isRightToLeft ? width - line.width : 0
        }
    }

    /// Returns the height of a line, and the distance from its top to its baseline.
    ///
    /// Both depend on the line's largest style, with half of the leading above and half below (CSS 2.1, 10.8.1).
    /// Fallback fonts do not move lines.
    private static func measure(
        _ line: Layout.Line, _ text: StyledText, _ fonts: [FontMap.Selection], lineHeight: Double
    ) -> (height: Double, baseline: Double) {
        let first = text.span(at: line.range.lowerBound)
        let last = line.range.isEmpty ? first : text.span(at: line.range.upperBound - 1)
        var largest = first
        var size = text.spans[first].style.size
        for index in first...last where text.spans[index].style.size > size {
            (largest, size) = (index, text.spans[index].style.size)
        }
        let face = fonts[largest].face
        let leading = (lineHeight - (face.ascent - face.descent)) * size
        return (lineHeight * size, leading / 2 + face.ascent * size)
    }
}
