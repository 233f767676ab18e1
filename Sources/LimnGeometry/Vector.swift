// SPDX-License-Identifier: Apache-2.0

/// A displacement, in points unless documented otherwise.
public struct Vector: Hashable, Sendable, Codable {
    /// The horizontal component.
    public var dx: Double
    /// The vertical component.
    public var dy: Double

    /// Makes a vector from its components.
    @inlinable public init(dx: Double, dy: Double) {
        self.dx = dx
        self.dy = dy
    }

    /// The Euclidean length, never negative.
    @inlinable public var length: Double { squaredLength.squareRoot() }
    /// The square of the length.
    @inlinable public var squaredLength: Double { dx * dx + dy * dy }
    /// The vector rotated by 90° from the x axis towards the y axis.
    @inlinable public var perpendicular: Vector { Vector(dx: -dy, dy: dx) }

    /// Returns the dot product.
    @inlinable public func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }
    /// Returns the z component of the cross product. It is positive if the shorter rotation to `other` goes from the x
    /// axis towards the y axis.
    @inlinable public func cross(_ other: Vector) -> Double { dx * other.dy - dy * other.dx }

    /// Returns the sum of two vectors.
    @inlinable public static func + (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx + b.dx, dy: a.dy + b.dy) }
    /// Returns the difference of two vectors.
    @inlinable public static func - (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx - b.dx, dy: a.dy - b.dy) }
    /// Returns the opposite vector.
    @inlinable public static prefix func - (v: Vector) -> Vector { Vector(dx: -v.dx, dy: -v.dy) }
    /// Returns the vector multiplied by a factor.
    @inlinable public static func * (v: Vector, factor: Double) -> Vector {
        Vector(dx: v.dx * factor, dy: v.dy * factor)
    }
    /// Returns the vector divided by a scalar.
    @inlinable public static func / (v: Vector, factor: Double) -> Vector {
        Vector(dx: v.dx / factor, dy: v.dy / factor)
    }
}
