// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// The control points of a stroke.
struct PencilKitPath {
    /// The maximum size of a point, in PencilKit's units. Larger values are treated as damage.
    static let maximumSize = 1e5

    /// The curve. The azimuths of successive control points are unwrapped, so that they differ by at most π.
    let spline: UniformSpline
    /// The channels that must be stored because they vary or differ from the default.
    let channels: [StrokePoints.Channel]
    /// The smallest and the largest opacity.
    let opacities: ClosedRange<Double>

    /// Makes a path from stored points; nil if there are none or a value is unusable.
    init?(_ points: [ControlPoint], of kind: PencilKitInk.Kind) {
        guard let first = points.first else { return nil }
        var controls = points
        var (low, high) = (first, first)
        for index in controls.indices {
            guard Self.isUsable(controls[index]) else { return nil }
            controls[index][.width] = kind.width(ofSize: controls[index][.width])
            if index > 0 {
                controls[index][.azimuth] = Angle.unwrapped(
                    controls[index][.azimuth], near: controls[index - 1][.azimuth])
            }
            low = pointwiseMin(low, controls[index])
            high = pointwiseMax(high, controls[index])
        }
        spline = UniformSpline(controls)
        opacities = low[.opacity]...high[.opacity]
        /// Whether a component differs from its default by more than `step`.
        func isSignificant(_ lane: ControlPoint.Lane, step: Double) -> Bool {
            let neutral = ControlPoint.neutral[lane]
            return (low[lane] - neutral).magnitude > step || (high[lane] - neutral).magnitude > step
        }
        var channels: [StrokePoints.Channel] = []
        if isSignificant(.force, step: 0) { channels.append(.pressure) }
        // The altitude of an upright pen may be encoded one step too low or too high.
        if isSignificant(.altitude, step: 1.01 / PencilKitChannel.altitudeSteps) { channels.append(.altitude) }
        if isSignificant(.azimuth, step: 0) { channels.append(.azimuth) }
        if low[.opacity] != high[.opacity] { channels.append(.opacity) }
        if isSignificant(.time, step: 0) { channels.append(.time) }
        self.channels = channels
    }

    private static func isUsable(_ point: ControlPoint) -> Bool {
        point[.x].magnitude <= ValueLimits.maximumCoordinate && point[.y].magnitude <= ValueLimits.maximumCoordinate
            && point[.width] >= 0 && point[.width] <= maximumSize && point[.time].isFinite
    }
}
