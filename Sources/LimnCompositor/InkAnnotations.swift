// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
public import LimnPDFObjects

/// A drawing as /Ink annotations, one for each stroke that paints anything.
///
/// What is seen is painted by the same operators as an overlay (``InkContent``). /InkList has the simplified centre line,
/// which editors change and viewers draw that make appearances themselves; the width that goes with it is the median.
public struct InkAnnotations: Sendable {
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
    public init(
        _ drawing: Drawing, on geometry: PageGeometry, tolerance: Tolerance = .outline, unit: Double = 0.01
    ) {
        let scale = geometry.pageToUser.lengthScale
        let simplifier = Simplifier(tolerance: tolerance)
        // A tenth of the tolerance, or a hundredth of a point where that is less.
        let step = max(tolerance.points / 10, 0.001) * scale
        var decimals = 0
        for places in 1...6 where step < Self.steps[places - 1] { decimals = places }
        for stroke in drawing.strokes {
            let content = InkContent(Drawing(strokes: [stroke]), tolerance: tolerance, unit: unit)
            guard let appearance = content.overlay(for: geometry) else { continue }
            pointCount += content.pointCount
            largestEdgeError = max(largestEdgeError, content.largestEdgeError)
            let brush = stroke.brush
            // A centre line alone moves by no more than the tolerance where all widths are one.
            let center = Stroke(brush: brush, points: StrokePoints(stroke.points.positions, width: 1))
            let line = simplifier.simplify(center).stroke.points.positions
            annotations.append(
                InkAnnotation(
                    lines: [line.map { geometry.pageToUser.apply($0) }], decimals: decimals,
                    color: RGBColor(red: brush.color.red, green: brush.color.green, blue: brush.color.blue),
                    opacity: brush.color.alpha, borderWidth: stroke.medianWidth * scale,
                    dash: brush.dash.map { $0 * scale }, contents: brush.kind.label, appearance: appearance))
        }
    }

    /// What one unit of each decimal place is worth, from whole numbers on.
    private static let steps = [1, 0.1, 0.01, 0.001, 0.0001, 0.00001]
}

extension Stroke {
    /// The width of the point in the middle when points are sorted by width; 0 where there is no point.
    fileprivate var medianWidth: Double {
        let widths = points.widths.sorted()
        return widths.isEmpty ? 0 : widths[widths.count / 2]
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
