// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
public import LimnPDFObjects

/// A drawing as /Ink annotations.
///
/// The appearances have the same operators as an overlay (``InkContent``). /InkList contains the simplified center
/// lines, which editors change and from which some viewers generate appearances. The border width is the median width
/// of the strokes.
public struct InkAnnotations: Sendable {
    /// The rule by which strokes share an annotation.
    public enum Grouping: Hashable, Sendable {
        /// One annotation for each stroke, so that editors can move and delete single strokes.
        case strokes
        /// One annotation for successive strokes that lie close together and have the same kind of pen. An annotation
        /// takes about 230 bytes in addition to its points, which is a lot for the short strokes of handwriting.
        case words
        /// One annotation for successive strokes with the same brush.
        case brushes
    }

    /// The annotations in painting order.
    public private(set) var annotations: [InkAnnotation] = []
    /// The number of points in the appearances.
    public private(set) var pointCount = 0
    /// The largest possible displacement of an edge in an appearance, in points.
    public private(set) var largestEdgeError = 0.0

    /// Makes annotations for a page.
    ///
    /// Only the strokes of the drawing are used; ``DrawingAnnotations`` writes the other items, too.
    ///
    /// - Parameters:
    ///   - drawing: the strokes in page space.
    ///   - geometry: the geometry of the page.
    ///   - tolerance: the largest displacement of an edge, or of a center line in an /InkList, not counting rounding.
    ///   - unit: the step to which the appearance's coordinates are rounded, in points.
    ///   - grouping: the rule by which strokes share an annotation. Invisible strokes get no annotation.
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
                // With equal widths, the simplifier bounds the displacement of the center line alone.
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

    /// Returns the median of the widths of all points.
    private static func medianWidth(_ strokes: [Stroke]) -> Double {
        let widths = strokes.flatMap(\.points.widths).sorted()
        return widths.isEmpty ? 0 : widths[widths.count / 2]
    }

    /// Returns the largest displacement of a center line, not counting rounding.
    ///
    /// The grid of center lines may be finer than that of the appearance. Then rounding needs less of the tolerance.
    private static func centerTolerance(_ tolerance: Tolerance, unit: Double, spacing: Double) -> Tolerance {
        guard 3 * unit <= tolerance.points else { return tolerance }
        return Tolerance(points: tolerance.points + max(0, unit - 0.5.squareRoot() * spacing)) ?? tolerance
    }

    /// Returns the largest allowed spacing of center-line coordinates, in points. This is the unit of the appearance
    /// or, if the tolerance is less than three units, a tenth of the tolerance; at least 0.001.
    private static func step(_ tolerance: Tolerance, unit: Double) -> Double {
        max(3 * unit <= tolerance.points ? unit : tolerance.points / 10, 0.001)
    }
}

/// The grid for the coordinates of center lines. Its spacing is a number with few digits.
private struct LineGrid {
    /// The distance between successive coordinates: 1, 2 or 5 times a power of ten.
    private(set) var spacing = 1.0
    /// The number of decimals of the coordinates, 0…6.
    private(set) var decimals = 0

    /// Makes the widest grid with a spacing of at most `step`. The spacing is at least one millionth.
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
    /// Whether the stroke may paint anything.
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
