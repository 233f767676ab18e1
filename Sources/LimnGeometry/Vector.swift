// SPDX-License-Identifier: Apache-2.0

/// A displacement, in points unless a symbol says otherwise.
public struct Vector: Hashable, Sendable, Codable {
    /// The horizontal part.
    public var dx: Double
    /// The vertical part.
    public var dy: Double

    /// Makes a vector from its parts.
    @inlinable public init(dx: Double, dy: Double) {
        self.dx = dx
        self.dy = dy
    }

    /// The Euclidean length, never negative.
    @inlinable public var length: Double { squaredLength.squareRoot() }
    /// The square of the length.
    @inlinable public var squaredLength: Double { dx * dx + dy * dy }
    /// The vector turned by a quarter from the x axis towards the y axis.
    @inlinable public var perpendicular: Vector { Vector(dx: -dy, dy: dx) }

    /// The scalar product.
    @inlinable public func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }
    /// The z part of the vector product; positive when `other` lies on the side the y axis has from the x axis.
    @inlinable public func cross(_ other: Vector) -> Double { dx * other.dy - dy * other.dx }

    /// The sum of two displacements.
    @inlinable public static func + (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx + b.dx, dy: a.dy + b.dy) }
    /// The difference of two displacements.
    @inlinable public static func - (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx - b.dx, dy: a.dy - b.dy) }
    /// The opposite displacement.
    @inlinable public static prefix func - (v: Vector) -> Vector { Vector(dx: -v.dx, dy: -v.dy) }
    /// The displacement scaled by a factor.
    @inlinable public static func * (v: Vector, factor: Double) -> Vector {
        Vector(dx: v.dx * factor, dy: v.dy * factor)
    }
    /// The displacement divided by a factor.
    @inlinable public static func / (v: Vector, factor: Double) -> Vector {
        Vector(dx: v.dx / factor, dy: v.dy / factor)
    }
}
