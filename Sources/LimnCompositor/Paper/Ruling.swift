// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
public import LimnGeometry
public import LimnInk

/// The lines and dots on a sheet of paper, in points from the page's top left corner.
public struct Ruling: Hashable, Sendable {
    /// A straight line. It is a dot if both ends are the same point and the caps are round.
    struct Line: Hashable, Sendable {
        var from: Point
        var to: Point

        init(_ from: Point, _ to: Point) { (self.from, self.to) = (from, to) }
        static func horizontal(_ y: Double, _ x0: Double, _ x1: Double) -> Line {
            Line(Point(x: x0, y: y), Point(x: x1, y: y))
        }
        static func vertical(_ x: Double, _ y0: Double, _ y1: Double) -> Line {
            Line(Point(x: x, y: y0), Point(x: x, y: y1))
        }
        static func dot(_ x: Double, _ y: Double) -> Line { Line(Point(x: x, y: y), Point(x: x, y: y)) }
    }

    /// Lines of the same width, color and cap.
    struct Group: Hashable, Sendable {
        var lines: [Line]
        var color: Color
        /// The width in points.
        var width: Double
        var hasRoundCaps = false
    }

    let groups: [Group]

    /// The maximum number of lines and dots on a page. A page that would have more gets none.
    static let limit = 250_000

    /// Makes the ruling of a style as Xournal++, Saber or a reMarkable tablet draws it. Returns nil if the style is
    /// unknown.
    ///
    /// - Parameters:
    ///   - style: the style of an `InkDocument.Background`.
    ///   - settings: the settings of the same background.
    ///   - paper: the color of the same background.
    ///   - size: the size of the page in points. A page that would have more than 250,000 lines and dots gets none.
    public init?(style: String, settings: String, paper: Color, size: Size) {
        guard style != "plain" else {
            groups = []
            return
        }
        let groups =
            SaberRuling(style: style, settings: settings)?.groups(size)
            ?? XournalppRuling(style: style, settings: settings, paper: paper)?.groups(size)
            ?? RemarkableRuling(template: style)?.groups(size)
        guard let groups else { return nil }
        self.groups = groups.reduce(0) { $0 + $1.lines.count } <= Self.limit ? groups : []
    }

    /// Draws the lines. One unit of the context must be one point.
    func paint(in context: CairoContext) {
        for group in groups where !group.lines.isEmpty {
            let color = group.color
            context.setSource(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
            var path = Path()
            for line in group.lines {
                path.move(to: line.from)
                path.line(to: line.to)
            }
            context.append(path)
            context.stroke(StrokeStyle(width: group.width, cap: group.hasRoundCaps ? .round : .butt, join: .miter))
        }
    }
}

/// Returns the multiples of a step within a range; empty if there would be more than the maximum number of lines.
func multiples(of step: Double, in range: ClosedRange<Double>) -> [Double] {
    guard step > 0, range.upperBound / step < Double(Ruling.limit) else { return [] }
    let first = (range.lowerBound / step).rounded(.up)
    let last = (range.upperBound / step).rounded(.down)
    return first > last ? [] : stride(from: first, through: last, by: 1).map { $0 * step }
}
