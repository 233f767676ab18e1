// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A brush and the points it was led along, in page space.
public struct Stroke: Hashable, Sendable {
    /// What the stroke is drawn with.
    public var brush: Brush
    /// The points, in the order in which they were drawn.
    public var points: StrokePoints
    /// The index of the stroke's layer in ``Drawing/layers``. Painting order is the order of strokes alone.
    public var layer: Int

    /// Makes a stroke.
    public init(brush: Brush, points: StrokePoints, layer: Int = 0) {
        self.brush = brush
        self.points = points
        self.layer = layer
    }

    /// The width in points when it is the same at every point; nil when it varies or there is no point.
    public var constantWidth: Double? {
        guard let first = points.widths.first, points.widths.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    /// The box around everything the stroke paints, in points; nil when there is no point.
    ///
    /// Square caps reach √2 half widths beyond their end point.
    public var bounds: Rect? {
        guard !points.isEmpty else { return nil }
        let reach = brush.cap == .square ? 2.0.squareRoot() : 1
        var box: Rect?
        for (p, w) in zip(points.positions, points.widths) {
            let r = w / 2 * reach
            let disc = Rect(x0: p.x - r, y0: p.y - r, x1: p.x + r, y1: p.y + r)
            box = box?.union(disc) ?? disc
        }
        return box
    }

    /// The stroke moved, scaled or turned; widths grow with ``AffineTransform/lengthScale``, dashes too, and the direction
    /// that a pen leant to turns along.
    public func transformed(by t: AffineTransform) -> Stroke {
        let scale = t.lengthScale
        var copy = self
        copy.points.mapPositions { t.apply($0) }
        if t.b != 0 || t.c != 0 || t.a != t.d || t.a < 0, let azimuth = points[.azimuth] {
            copy.points[.azimuth] = azimuth.map { UnitVector(t.apply(UnitVector(angle: $0).vector))?.angle ?? $0 }
        }
        if scale != 1 {
            copy.points.mapWidths { $0 * scale }
            copy.brush.width *= scale
            copy.brush.dash = brush.dash.map { $0 * scale }
        }
        return copy
    }
}
