// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A direction: a vector of length 1.
public struct UnitVector: Hashable, Sendable {
    /// The vector. Its length is 1, up to rounding errors.
    public let vector: Vector

    /// Makes the direction at an angle in radians, measured from the x axis towards the y axis.
    public init(angle: Double) { vector = Vector(dx: cos(angle), dy: sin(angle)) }

    /// Makes the direction of a vector. Nil if its length is zero or not finite.
    public init?(_ v: Vector) {
        let length = v.length
        guard length > 0, length.isFinite else { return nil }
        vector = v / length
    }

    /// Wraps a vector that is known to have length 1.
    public init(unchecked v: Vector) { vector = v }

    /// The angle in radians from the x axis towards the y axis, in (−π, π].
    public var angle: Double { atan2(vector.dy, vector.dx) }

    /// Returns the angle in radians from this direction to `other`, in (−π, π].
    public func angle(to other: UnitVector) -> Double {
        atan2(vector.cross(other.vector), vector.dot(other.vector))
    }
}

/// Returns tan(angle / 4), which determines the control points of an arc of `angle` radians.
func tangentOfQuarter(_ angle: Double) -> Double { tan(angle / 4) }
