// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// A stroke as PencilKit has it: control points, an ink, a transform, and which parts of the path are visible.
struct PencilKitStroke {
    let path: PencilKitPath
    let ink: PencilKitInk
    /// From the path's coordinates to the page's.
    var transform = AffineTransform.identity
    /// Whether the points are of the older form.
    var isOldForm = false

    /// The part of the stroke between two parameters of its spline; nil for all of it.
    ///
    /// - Throws: ``InkFormatError`` when it takes more points than the file is allowed.
    func stroke(
        _ range: ClosedRange<Double>? = nil, allowance: inout PencilKitAllowance
    ) throws(InkFormatError) -> Stroke {
        let range = range ?? path.spline.domain
        // The transform stretches lengths by this at most.
        let t = transform
        let stretch = (t.a * t.a + t.b * t.b + t.c * t.c + t.d * t.d).squareRoot()
        let tolerance = t == .identity ? UniformSpline.tolerance : UniformSpline.tolerance / max(stretch, 1e-9)
        func sample(_ body: (ControlPoint) -> Bool) {
            path.spline.sample(range, tolerance: tolerance, body)
        }
        let most = allowance.mostPoints
        var count = 0
        sample { _ in
            count += 1
            return count <= most
        }
        try allowance.spend(
            points: count, channels: path.channels.count, segments: path.spline.segments(in: range))

        let paint = PencilKitPaint(ink: ink, opacities: path.opacities, isOldForm: isOldForm)
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
