// SPDX-License-Identifier: Apache-2.0

/// A position, in points (1/72 inch) unless documented otherwise.
///
/// Two points cannot be added, because the sum of two positions has no meaning. Their difference is a ``Vector``.
public struct Point: Hashable, Sendable, Codable {
    /// The horizontal coordinate.
    public var x: Double
    /// The vertical coordinate. It increases downwards in page space and upwards in user space.
    public var y: Double

    /// Makes a point from its coordinates.
    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin of the coordinate system.
    public static let zero = Point(x: 0, y: 0)

    /// Whether both coordinates are finite.
    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

    /// Returns the distance to another point.
    @inlinable public func distance(to other: Point) -> Double { (other - self).length }

    /// Returns the point at parameter `t` on the line from this point (`t` = 0) to `other` (`t` = 1).
    @inlinable public func interpolated(to other: Point, at t: Double) -> Point {
        Point(x: x + (other.x - x) * t, y: y + (other.y - y) * t)
    }

    /// Returns the vector from `b` to `a`.
    @inlinable public static func - (a: Point, b: Point) -> Vector { Vector(dx: a.x - b.x, dy: a.y - b.y) }
    /// Returns the point moved by a vector.
    @inlinable public static func + (p: Point, v: Vector) -> Point { Point(x: p.x + v.dx, y: p.y + v.dy) }
    /// Returns the point moved by the opposite of a vector.
    @inlinable public static func - (p: Point, v: Vector) -> Point { Point(x: p.x - v.dx, y: p.y - v.dy) }
}
