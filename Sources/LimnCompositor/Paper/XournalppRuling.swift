// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// The rulings of Xournal++, measured in exports of version 1.1.3.
struct XournalppRuling {
    private enum Style: String { case lined, ruled, staves, graph, dotted, isodotted, isograph }

    private let style: Style
    private let settings: [String: String]
    /// Whether the paper is dark. Lines on dark paper have other colors.
    private let isDark: Bool

    /// Makes the ruling of a style; nil if the style is not Xournal++'s.
    ///
    /// - Parameter settings: a list such as `r1=30,lw=1`. `r1` is the distance between lines and `m1` the margin, in
    ///   points; with `rm=1` the margin is enlarged so that the space between the margins is a whole number of squares.
    ///   `lw` is the width of lines in points. `f1` and `f2` are colors as RRGGBB; `af1` and `af2` are those on dark
    ///   paper.
    init?(style: String, settings: String, paper: Color) {
        guard let style = Style(rawValue: style) else { return nil }
        self.style = style
        self.settings = Dictionary(
            settings.split(separator: ",").compactMap { part in
                let pair = part.split(separator: "=", maxSplits: 1)
                return pair.count == 2 ? (String(pair[0]), String(pair[1])) : nil
            }
        ) { first, _ in first }
        isDark = paper.red + paper.green + paper.blue < 1.5
    }

    /// The distance from the top edge to the first line, in points.
    private static let header = 80.0
    /// The parts of the page's height, in points, that stay free of lines and of staves.
    private static let (withoutLines, withoutStaves) = (100.0, 60.0)

    func groups(_ size: Size) -> [Ruling.Group] {
        switch style {
        case .lined: rules(size) + [margin(size)]
        case .ruled: rules(size)
        case .staves: [staves(size)]
        case .graph: [graph(size)]
        case .dotted: [dots(size)]
        case .isodotted: [isometricDots(size)]
        case .isograph: [isometricGraph(size)]
        }
    }

    private func rules(_ size: Size) -> [Ruling.Group] {
        let (step, lineWidth) = (number("r1", 24), width(0.5))
        let count = Self.count(of: step + lineWidth, in: size.height - Self.withoutLines)
        let lines = (0..<count).map {
            Ruling.Line.horizontal(Self.header + step * Double($0), 0, size.width)
        }
        return [Ruling.Group(lines: lines, color: color("f1", light: 0x40a0ff, dark: 0x434343), width: lineWidth)]
    }

    /// Returns the number of steps that fit into a length; 0 if it exceeds the limit of a ruling.
    private static func count(of step: Double, in length: Double) -> Int {
        let count = (length / step).rounded(.down)
        return (0...Double(Ruling.limit)).contains(count) ? Int(clamping: count) : 0
    }

    private func margin(_ size: Size) -> Ruling.Group {
        Ruling.Group(
            lines: [.vertical(72, 0, size.height)], color: color("f2", light: 0xff0080, dark: 0x220080),
            width: width(0.5))
    }

    private func staves(_ size: Size) -> Ruling.Group {
        let (left, right, space) = (50.0, size.width - 50, 5.0)
        var lines: [Ruling.Line] = []
        let (pitch, lineWidth) = (62.5, width(0.5))
        if right > left {
            for index in 0..<Self.count(of: pitch, in: size.height - Self.withoutStaves) {
                let top = Self.header + pitch * Double(index)
                lines += (0...4).map { .horizontal(top + space * Double($0), left, right) }
                // The vertical lines extend to the outer edges of the top and bottom lines.
                let (y0, y1) = (top - lineWidth / 2, top + 4 * space + lineWidth / 2)
                lines += [.vertical(left, y0, y1), .vertical(right, y0, y1)]
            }
        }
        return Ruling.Group(lines: lines, color: color("f1", light: 0, dark: 0xffffff), width: lineWidth)
    }

    /// Returns the margins at the left and right (`x`), and at the top and bottom (`y`).
    private func margins(_ size: Size, _ step: Double) -> (x: Double, y: Double) {
        let margin = max(0, number("m1", 0))
        guard settings["rm"] == "1" || settings["rm"] == "true" else { return (margin, margin) }
        func grown(_ side: Double) -> Double {
            (side - step * max(0, ((side - 2 * margin) / step).rounded(.down))) / 2
        }
        return (grown(size.width), grown(size.height))
    }

    /// Returns the multiples of a step between both margins, except 0.
    private func inside(_ side: Double, _ step: Double) -> [Double] {
        let margin = max(0, number("m1", 0))
        return side > 2 * margin ? multiples(of: step, in: margin...(side - margin)).filter { $0 > 0 } : []
    }

    private func graph(_ size: Size) -> Ruling.Group {
        let step = number("r1", 14.17)
        let margin = margins(size, step)
        let lines =
            inside(size.width, step).map { Ruling.Line.vertical($0, margin.y, size.height - margin.y) }
            + inside(size.height, step).map { .horizontal($0, margin.x, size.width - margin.x) }
        return Ruling.Group(lines: lines, color: color("f1", light: 0xbdbdbd, dark: 0x434343), width: width(0.5))
    }

    private func dots(_ size: Size) -> Ruling.Group {
        let step = number("r1", 14.17)
        let rows = inside(size.height, step)
        let columns = inside(size.width, step)
        let lines =
            rows.count * columns.count > Ruling.limit
            ? [] : columns.flatMap { x in rows.map { Ruling.Line.dot(x, $0) } }
        return Ruling.Group(
            lines: lines, color: color("f1", light: 0xbdbdbd, dark: 0x434343), width: width(1.5), hasRoundCaps: true)
    }

    private func isometricDots(_ size: Size) -> Ruling.Group {
        var lines: [Ruling.Line] = []
        if let lattice = Lattice(size, side: number("r1", 14.17)) {
            for column in 0...lattice.columns {
                // Columns with an even number start at row 1, half a side lower. If the last row has an odd number,
                // they have no dot in it.
                let (first, last) = column % 2 == 0 ? (1, lattice.rows / 2 * 2 - 1) : (0, lattice.rows)
                for row in stride(from: first, through: last, by: 2) {
                    let point = lattice.point(column, row)
                    lines.append(Ruling.Line(point, point))
                }
            }
        }
        return Ruling.Group(
            lines: lines, color: color("f1", light: 0xbdbdbd, dark: 0x434343), width: width(1.5), hasRoundCaps: true)
    }

    private func isometricGraph(_ size: Size) -> Ruling.Group {
        Ruling.Group(
            lines: Lattice(size, side: number("r1", 14.17))?.lines ?? [],
            color: color("f1", light: 0xbdbdbd, dark: 0x434343), width: width(1), hasRoundCaps: true)
    }

    // MARK: Settings

    /// Returns a length setting in points, or `standard` if it is missing. Lengths except the margin `m1` are at least
    /// 0.5.
    private func number(_ key: String, _ standard: Double) -> Double {
        guard let value = settings[key].flatMap({ Double($0) }), value.isFinite else { return standard }
        return key == "m1" ? value : max(0.5, value)
    }

    private func width(_ standard: Double) -> Double {
        guard let value = settings["lw"].flatMap({ Double($0) }), value.isFinite else { return standard }
        return min(max(value, 0), 100)
    }

    private func color(_ key: String, light: UInt32, dark: UInt32) -> Color {
        let rgb = settings[isDark ? "a" + key : key].flatMap { UInt32($0, radix: 16) } ?? (isDark ? dark : light)
        return Color(rgba: rgb << 8 | 0xff)
    }
}

/// A lattice of equilateral triangles with vertical sides, centered on a page.
private struct Lattice {
    /// The number of columns, whose distance is the height of a triangle. The distance between rows is half a side.
    let columns: Int
    let rows: Int
    private let origin: Point
    private let step: Size

    init?(_ size: Size, side: Double) {
        step = Size(width: side * 3.0.squareRoot() / 2, height: side / 2)
        let (columns, rows) = ((size.width - 2 * side) / step.width, (size.height - 2 * side) / step.height)
        guard columns >= 1, rows >= 1, columns * rows < 2 * Double(Ruling.limit) else { return nil }
        self.columns = Int(clamping: columns)
        self.rows = Int(clamping: rows)
        origin = Point(
            x: (size.width - Double(self.columns) * step.width) / 2,
            y: (size.height - Double(self.rows) * step.height) / 2)
    }

    func point(_ column: Int, _ row: Int) -> Point {
        Point(x: origin.x + Double(column) * step.width, y: origin.y + Double(row) * step.height)
    }

    /// The lines of all columns, of the first and last rows, and of the diagonals through points whose column and row
    /// numbers have an odd sum.
    var lines: [Ruling.Line] {
        var lines = [0, rows].map { Ruling.Line(point(0, $0), point(columns, $0)) }
        lines += (0...columns).map { Ruling.Line(point($0, 0), point($0, rows)) }
        for sum in stride(from: 1, to: columns + rows, by: 2) {
            let (first, last) = (max(0, sum - rows), min(columns, sum))
            lines.append(Ruling.Line(point(first, sum - first), point(last, sum - last)))
        }
        let least = -rows
        for difference in stride(from: least % 2 == 0 ? least + 1 : least, to: columns, by: 2) {
            let (first, last) = (max(0, difference), min(columns, difference + rows))
            guard first < last else { continue }
            lines.append(Ruling.Line(point(first, first - difference), point(last, last - difference)))
        }
        return lines
    }
}
