// SPDX-License-Identifier: Apache-2.0

/// A control point of a PencilKit path. All its components are in one vector, because the same spline applies to each
/// of them.
typealias ControlPoint = SIMD8<Double>

extension SIMD8<Double> {
    /// The components of a control point.
    enum Lane: Int {
        /// The position, in points.
        case x, y
        /// The painted full width, in points. In stored records, this is PencilKit's size, which
        /// ``PencilKitInk/Kind/width(ofSize:)`` converts to a width.
        case width
        /// The time in seconds since the start of the path.
        case time
        /// The force of the touch; 1 is the force of an average touch.
        case force
        /// The azimuth in radians. The values of successive points differ by at most π (see ``PencilKitPath``).
        case azimuth
        /// The altitude in radians.
        case altitude
        /// The opacity, 0…2.
        case opacity
    }

    /// A component of the control point.
    subscript(lane: Lane) -> Double {
        get { self[lane.rawValue] }
        set { self[lane.rawValue] = newValue }
    }

    /// A point with default values: at the origin, with width 0, average force and an upright, opaque pen.
    static var neutral: ControlPoint { ControlPoint(0, 0, 0, 0, 1, 0, .pi / 2, 1) }
}
