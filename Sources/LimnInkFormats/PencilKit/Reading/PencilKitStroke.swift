// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// A PencilKit stroke: control points, an ink and a transform.
struct PencilKitStroke {
    let path: PencilKitPath
    let ink: PencilKitInk
    /// The transform from path coordinates to page coordinates.
    var transform = AffineTransform.identity
    /// Whether the points are in the legacy format.
    var isLegacy = false

    /// Samples the stroke.
    ///
    /// - Parameter range: a parameter range of the spline; nil for the whole stroke.
    /// - Throws: ``InkFormatError`` with `tooLarge` if the budget is exceeded.
    func stroke(
        _ range: ClosedRange<Double>? = nil, budget: inout PencilKitBudget
    ) throws(InkFormatError) -> Stroke {
        let range = range ?? path.spline.domain
        // The Frobenius norm is an upper bound for the factor by which the transform stretches lengths.
        let t = transform
        let stretch = (t.a * t.a + t.b * t.b + t.c * t.c + t.d * t.d).squareRoot()
        let tolerance = t == .identity ? UniformSpline.tolerance : UniformSpline.tolerance / max(stretch, 1e-9)
        func sample(_ body: (ControlPoint) -> Bool) {
            path.spline.sample(range, tolerance: tolerance, body)
        }
        let most = budget.maximumPoints
        var count = 0
        sample { _ in
            count += 1
            return count <= most
        }
        try budget.spend(
            points: count, channels: path.channels.count, segments: path.spline.segments(in: range))

        let paint = PencilKitPaint(ink: ink, opacities: path.opacities, isLegacy: isLegacy)
        let scale = t.lengthScale
        var positions: [Point] = []
        var widths: [Double] = []
        var values = path.channels.map { _ in [Double]() }
        positions.reserveCapacity(count)
        widths.reserveCapacity(count)
        for index in values.indices { values[index].reserveCapacity(count) }
        sample { point in
            positions.append(t.apply(Point(x: point[.x], y: point[.y])))
            widths.append(point[.width] * scale)
            for (index, channel) in path.channels.enumerated() {
                values[index].append(value(of: channel, point, paint))
            }
            return true
        }
        let width = widths.reduce(0, +) / Double(widths.count)
        let brush = Brush(
            kind: ink.kind.brushKind, color: paint.color,
            width: widths.allSatisfy { $0 == widths[0] } ? widths[0] : width,
            tool: ink.kind.tool)
        let channels = Dictionary(uniqueKeysWithValues: zip(path.channels, values))
        return Stroke(brush: brush, points: StrokePoints(positions: positions, widths: widths, channels: channels))
    }

    private func value(of channel: StrokePoints.Channel, _ point: ControlPoint, _ paint: PencilKitPaint) -> Double {
        switch channel {
        case .pressure: point[.force]
        case .altitude: point[.altitude]
        case .azimuth: Angle.positive(point[.azimuth])
        case .opacity: min(1, point[.opacity] * paint.opacityFactor)
        case .time: point[.time]
        }
    }
}
