// SPDX-License-Identifier: Apache-2.0

/// A control point of a PencilKit path: all its numbers side by side, because the same spline holds for each of them.
typealias ControlPoint = SIMD8<Double>

extension SIMD8<Double> {
    /// The numbers of a control point.
    enum Lane: Int {
        /// Position, in points.
        case x, y
        /// The painted full width, in points. In records it is PencilKit's size, of which ``PencilKitInk/Kind/width(ofSize:)``
        /// makes a width.
        case width
        /// Seconds since the path was begun.
        case time
        /// How hard the pen was pressed; 1 is an average touch.
        case force
        /// Radians; neighbours differ by at most π (see ``PencilKitPath``).
        case azimuth
        /// Radians.
        case altitude
        /// 0…2.
        case opacity
    }

    /// One of the numbers.
    subscript(lane: Lane) -> Double {
        get { self[lane.rawValue] }
        set { self[lane.rawValue] = newValue }
    }

    /// A point at the origin that says nothing: no width, an average touch of an upright pen, opaque.
    static var neutral: ControlPoint { ControlPoint(0, 0, 0, 0, 1, 0, .pi / 2, 1) }
}
