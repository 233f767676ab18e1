// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A stroke: a brush and the points of its center line, in page space.
public struct Stroke: Hashable, Sendable {
    /// The brush.
    public var brush: Brush
    /// The points in drawing order.
    public var points: StrokePoints
    /// The index of the stroke's layer in ``Drawing/layers``. Layers do not affect the painting order.
    public var layer: Int

    /// Makes a stroke.
    public init(brush: Brush, points: StrokePoints, layer: Int = 0) {
        self.brush = brush
        self.points = points
        self.layer = layer
    }

    /// The width in points if it is exactly the same at every point; nil if it varies or there are no points.
    public var constantWidth: Double? {
        guard let first = points.widths.first, points.widths.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    /// The bounding box of the painted area, in points; nil if there are no points.
    ///
    /// The corners of a square cap are √2 · width / 2 away from the end point.
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

    /// Returns the stroke with a transform applied.
    ///
    /// Widths and dashes are scaled by ``AffineTransform/lengthScale``, and the azimuth is transformed as a direction.
    /// Other channels do not change.
    ///
    /// - Parameter t: a map from page space to page space. The widths are exact only for similarity transforms, because
    ///   the pen of a stroke is always round.
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
