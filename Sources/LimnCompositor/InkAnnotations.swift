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
        /// Those that follow one another and are drawn with the same brush. An annotation takes some 500 bytes whatever is
        /// in it, which is more than a short stroke takes.
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
        let simplifier = Simplifier(tolerance: tolerance)
        // A tenth of the tolerance, or a hundredth of a point where that is less.
        let step = max(tolerance.points / 10, 0.001) * scale
        var decimals = 0
        for places in 1...6 where step < Self.steps[places - 1] { decimals = places }
        for group in Self.groups(drawing.strokes.filter(\.mayPaint), by: grouping) {
            let content = InkContent(Drawing(strokes: group), tolerance: tolerance, unit: unit)
            guard let brush = group.first?.brush, let appearance = content.overlay(for: geometry) else { continue }
            pointCount += content.pointCount
            largestEdgeError = max(largestEdgeError, content.largestEdgeError)
            let lines = group.map { stroke in
                // A centre line alone moves by no more than the tolerance where all widths are one.
                let center = Stroke(brush: brush, points: StrokePoints(stroke.points.positions, width: 1))
                return simplifier.simplify(center).stroke.points.positions.map { geometry.pageToUser.apply($0) }
            }
            annotations.append(
                InkAnnotation(
                    lines: lines, decimals: decimals,
                    color: RGBColor(red: brush.color.red, green: brush.color.green, blue: brush.color.blue),
                    opacity: group[0].paintColor.alpha, borderWidth: Self.medianWidth(group) * scale,
                    dash: brush.dash.map { $0 * scale }, contents: brush.kind.label, appearance: appearance))
        }
    }

    private static func groups(_ strokes: [Stroke], by grouping: Grouping) -> [[Stroke]] {
        var groups: [[Stroke]] = []
        for stroke in strokes {
            if grouping == .brushes, groups.last?.last?.brush == stroke.brush {
                groups[groups.count - 1].append(stroke)
            } else {
                groups.append([stroke])
            }
        }
        return groups
    }

    /// The width of the point in the middle when points are sorted by width.
    private static func medianWidth(_ strokes: [Stroke]) -> Double {
        let widths = strokes.flatMap(\.points.widths).sorted()
        return widths.isEmpty ? 0 : widths[widths.count / 2]
    }

    /// What one unit of each decimal place is worth, from whole numbers on.
    private static let steps = [1, 0.1, 0.01, 0.001, 0.0001, 0.00001]
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
