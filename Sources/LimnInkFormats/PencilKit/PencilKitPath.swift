// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// The control points of a stroke.
struct PencilKitPath {
    /// Sizes beyond this one, in points, make no sense.
    static let largestSize = 1e5

    /// The curve; azimuths of its control points are continued so that neighbours differ by at most π.
    let spline: UniformSpline
    /// The channels that say something: those that vary or differ from the usual.
    let channels: [StrokePoints.Channel]
    /// The smallest and the largest opacity.
    let opacities: ClosedRange<Double>

    /// Makes a path of points as records hold them; nil when there is none, or a number makes no sense.
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
        /// Whether a lane says more than a value that is usual, give or take a step of its coding.
        func speaks(_ lane: ControlPoint.Lane, step: Double) -> Bool {
            let usual = ControlPoint.neutral[lane]
            return (low[lane] - usual).magnitude > step || (high[lane] - usual).magnitude > step
        }
        var channels: [StrokePoints.Channel] = []
        if speaks(.force, step: 0) { channels.append(.pressure) }
        // An upright pen may be coded one step too low or too high; of the older form's, 255 is upright.
        if speaks(.altitude, step: 1.01 / PencilKitChannel.altitudeSteps) { channels.append(.altitude) }
        if speaks(.azimuth, step: 0) { channels.append(.azimuth) }
        if low[.opacity] != high[.opacity] { channels.append(.opacity) }
        if speaks(.time, step: 0) { channels.append(.time) }
        self.channels = channels
    }

    private static func isUsable(_ point: ControlPoint) -> Bool {
        point[.x].magnitude <= UsableRange.farthest && point[.y].magnitude <= UsableRange.farthest
            && point[.width] >= 0 && point[.width] <= largestSize && point[.time].isFinite
    }
}
