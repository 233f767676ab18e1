// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
public import LimnPDFObjects

/// A drawing as /Ink annotations.
///
/// What is seen is painted by the same operators as an overlay (``InkContent``). /InkList has the simplified centre line,
/// which editors change and viewers draw that make appearances themselves; the width that goes with it is the median.
public struct InkAnnotations: Sendable {
    /// Which strokes share an annotation.
    public enum Grouping: Hashable, Sendable {
        /// None: editors can move and delete every stroke.
        case strokes
        /// Those that follow one another, are drawn with the same kind of pen and lie nearest to one another, where single
        /// strokes are too short to be worth an annotation, as in handwriting: an annotation takes some 230 bytes besides
        /// its points.
        case words
        /// All that follow one another and are drawn with the same brush.
        case brushes
    }

    /// The annotations in painting order.
    public private(set) var annotations: [InkAnnotation] = []
    /// The number of points in the appearances.
    public private(set) var pointCount = 0
    /// The largest distance that an edge of an appearance may have moved, in points.
    public private(set) var largestEdgeError = 0.0

    /// Makes annotations for a page.
    ///
    /// - Parameters:
    ///   - geometry: of the page that the drawing lies on.
    ///   - tolerance: how far an edge, or a centre line in an /InkList, may move, besides rounding.
    ///   - unit: the step that the appearance's coordinates are rounded to, in points.
    ///   - grouping: which strokes share an annotation; those that paint nothing have none.
    public init(
        _ drawing: Drawing, on geometry: PageGeometry, tolerance: Tolerance = .outline, unit: Double = 0.01,
        grouping: Grouping = .strokes
    ) {
        let scale = geometry.pageToUser.lengthScale
        let grid = LineGrid(step: Self.step(tolerance, unit: unit) * scale)
        let simplifier = Simplifier(
            tolerance: Self.centerTolerance(tolerance, unit: unit, spacing: grid.spacing / scale))
        for group in Self.groups(drawing.strokes.filter(\.mayPaint), by: grouping) {
            let content = InkContent(Drawing(strokes: group), tolerance: tolerance, unit: unit)
            guard let brush = group.first?.brush, let appearance = content.overlay(for: geometry) else { continue }
            pointCount += content.pointCount
            largestEdgeError = max(largestEdgeError, content.largestEdgeError)
            let lines = group.map { stroke in
                // A centre line alone moves by no more than the tolerance where all widths are one.
                let center = Stroke(brush: brush, points: StrokePoints(stroke.points.positions, width: 1))
                let simplified = simplifier.simplify(center).stroke.points.positions
                return simplified.map { grid.nearest(to: geometry.pageToUser.apply($0)) }
            }
            annotations.append(
                InkAnnotation(
                    lines: lines, decimals: grid.decimals,
                    color: RGBColor(red: brush.color.red, green: brush.color.green, blue: brush.color.blue),
                    opacity: group[0].paintColor.alpha, borderWidth: Self.medianWidth(group) * scale,
                    dash: brush.dash.map { $0 * scale }, contents: brush.kind.label, appearance: appearance))
        }
    }

    private static func groups(_ strokes: [Stroke], by grouping: Grouping) -> [[Stroke]] {
        switch grouping {
        case .strokes: strokes.map { [$0] }
        case .words: StrokeGrouping.byDistance(strokes)
        case .brushes: StrokeGrouping.byBrush(strokes)
        }
    }

    /// The width of the point in the middle when points are sorted by width.
    private static func medianWidth(_ strokes: [Stroke]) -> Double {
        let widths = strokes.flatMap(\.points.widths).sorted()
        return widths.isEmpty ? 0 : widths[widths.count / 2]
    }

    /// How far a centre line may move besides rounding: it needs not all of what is set aside for an appearance's rounding.
    private static func centerTolerance(_ tolerance: Tolerance, unit: Double, spacing: Double) -> Tolerance {
        guard 3 * unit <= tolerance.points else { return tolerance }
        return Tolerance(points: tolerance.points + max(0, unit - 0.5.squareRoot() * spacing)) ?? tolerance
    }

    /// How far apart two coordinates of a centre line may lie, in points: as far as those of the appearance, or a tenth of
    /// the tolerance where the appearance is coarse beside it.
    private static func step(_ tolerance: Tolerance, unit: Double) -> Double {
        max(3 * unit <= tolerance.points ? unit : tolerance.points / 10, 0.001)
    }
}

/// The coordinates that centre lines are rounded to: multiples of a number with few digits.
private struct LineGrid {
    /// The distance between two coordinates: 1, 2 or 5 times a power of ten.
    private(set) var spacing = 1.0
    /// How many decimals the coordinates have, 0…6.
    private(set) var decimals = 0

    /// The widest grid whose spacing is at most a number, or one millionth.
    init(step: Double) {
        var power = 1.0
        for places in 0...6 {
            decimals = places
            for factor in [5.0, 2, 1] {
                spacing = factor / power
                if spacing <= step { return }
            }
            power *= 10
        }
    }

    func nearest(to p: Point) -> Point {
        Point(x: (p.x / spacing).rounded() * spacing, y: (p.y / spacing).rounded() * spacing)
    }
}

extension Stroke {
    /// Whether there is something to be painted.
    fileprivate var mayPaint: Bool {
        points.isValid && (points.widths.contains { $0 > 0 } || (brush.fill ?? 0) > 0 && !points.isEmpty)
    }
}

extension Brush.Kind {
    fileprivate var label: String {
        switch self {
        case .pen: "Ink"
        case .highlighter: "Highlight"
        case .whiteout: "Whiteout"
        }
    }
}
