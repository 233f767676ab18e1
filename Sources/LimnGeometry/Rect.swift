// SPDX-License-Identifier: Apache-2.0

/// An axis-aligned rectangle, stored as its smallest and largest coordinates.
public struct Rect: Hashable, Sendable, Codable {
    /// The smallest x.
    public var minX: Double
    /// The smallest y.
    public var minY: Double
    /// The largest x.
    public var maxX: Double
    /// The largest y.
    public var maxY: Double

    /// Makes a rectangle from two opposite corners in any order.
    @inlinable public init(x0: Double, y0: Double, x1: Double, y1: Double) {
        minX = Swift.min(x0, x1)
        minY = Swift.min(y0, y1)
        maxX = Swift.max(x0, x1)
        maxY = Swift.max(y0, y1)
    }

    /// Makes a rectangle from the corner with the smallest coordinates and a non-negative size.
    @inlinable public init(origin: Point, size: Size) {
        self.init(x0: origin.x, y0: origin.y, x1: origin.x + size.width, y1: origin.y + size.height)
    }

    /// Makes the bounding box of points. Nil if there are none.
    public init?(containing points: some Sequence<Point>) {
        var box: Rect?
        for p in points {
            box = box?.union(Rect(x0: p.x, y0: p.y, x1: p.x, y1: p.y)) ?? Rect(x0: p.x, y0: p.y, x1: p.x, y1: p.y)
        }
        guard let box else { return nil }
        self = box
    }

    /// The extent along x.
    @inlinable public var width: Double { maxX - minX }
    /// The extent along y.
    @inlinable public var height: Double { maxY - minY }
    /// Width and height.
    @inlinable public var size: Size { Size(width: width, height: height) }
    /// The corner with the smallest coordinates.
    @inlinable public var origin: Point { Point(x: minX, y: minY) }
    /// The smallest x and y and the largest x and y, rounded to hundredths, as files and answers list them.
    package var roundedEdges: [Double] { [minX, minY, maxX, maxY].map { ($0 * 100).rounded() / 100 } }
    /// The point in the middle.
    @inlinable public var center: Point { Point(x: (minX + maxX) / 2, y: (minY + maxY) / 2) }
    /// Whether width or height is not positive.
    @inlinable public var isEmpty: Bool { !(width > 0 && height > 0) }
    /// Whether every coordinate is finite.
    @inlinable public var isFinite: Bool {
        minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite
    }

    /// The corners, in the order min-min, max-min, max-max, min-max.
    @inlinable public var corners: [Point] {
        [
            Point(x: minX, y: minY), Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY),
        ]
    }

    /// Returns the intersection, or nil if the rectangles do not touch.
    @inlinable public func intersection(_ other: Rect) -> Rect? {
        let x0 = Swift.max(minX, other.minX)
        let y0 = Swift.max(minY, other.minY)
        let x1 = Swift.min(maxX, other.maxX)
        let y1 = Swift.min(maxY, other.maxY)
        return x0 <= x1 && y0 <= y1 ? Rect(x0: x0, y0: y0, x1: x1, y1: y1) : nil
    }

    /// Returns the bounding box of both rectangles.
    @inlinable public func union(_ other: Rect) -> Rect {
        Rect(
            x0: Swift.min(minX, other.minX), y0: Swift.min(minY, other.minY),
            x1: Swift.max(maxX, other.maxX), y1: Swift.max(maxY, other.maxY))
    }

    /// Returns the rectangle with every side moved outwards by `margin`.
    ///
    /// A negative margin shrinks the rectangle, at most to its center.
    @inlinable public func expanded(by margin: Double) -> Rect {
        let mx = Swift.max(margin, -width / 2)
        let my = Swift.max(margin, -height / 2)
        return Rect(x0: minX - mx, y0: minY - my, x1: maxX + mx, y1: maxY + my)
    }

    /// Returns whether a point lies inside the rectangle or on its border.
    @inlinable public func contains(_ p: Point) -> Bool {
        p.x >= minX && p.x <= maxX && p.y >= minY && p.y <= maxY
    }
}
