// SPDX-License-Identifier: Apache-2.0

/// A sequence of subpaths that consist of lines and cubic Bézier curves.
public struct Path: Hashable, Sendable {
    /// One element of a path.
    public enum Element: Hashable, Sendable {
        /// Starts a new subpath.
        case move(Point)
        /// A straight line from the current point.
        case line(Point)
        /// A cubic Bézier curve from the current point: two control points and the end point.
        case cubic(Point, Point, Point)
        /// A straight line back to the start of the subpath.
        case close
    }

    /// The path's elements in order.
    public private(set) var elements: [Element] = []

    /// Makes an empty path.
    public init() {}

    /// Makes a closed polygon; an empty path if there are no vertices.
    public init(polygon: some Sequence<Point>) {
        for p in polygon { elements.isEmpty ? move(to: p) : line(to: p) }
        if !elements.isEmpty { close() }
    }

    /// Whether the path has no elements.
    public var isEmpty: Bool { elements.isEmpty }

    /// Starts a new subpath at `p`.
    public mutating func move(to p: Point) { elements.append(.move(p)) }
    /// Adds a line to `p`.
    public mutating func line(to p: Point) { elements.append(.line(p)) }
    /// Adds a cubic Bézier curve with control points `c1` and `c2` that ends in `p`.
    public mutating func cubic(_ c1: Point, _ c2: Point, to p: Point) { elements.append(.cubic(c1, c2, p)) }
    /// Closes the current subpath.
    public mutating func close() { elements.append(.close) }
    /// Adds all elements of another path.
    public mutating func append(_ other: Path) { elements.append(contentsOf: other.elements) }

    /// Adds a circular arc from the current point, which must lie at angle `start` on the circle.
    ///
    /// The arc starts at `start` and sweeps by `sweep` radians; positive values turn from the x axis towards the y
    /// axis. It is split into cubic segments of at most a quarter turn, each of which deviates from the circle by less
    /// than 2.8e-4 of the radius (Goldapp 1991).
    public mutating func arc(center: Point, radius: Double, start: UnitVector, sweep: Double) {
        let pieces = max(1, Int(clamping: (sweep.magnitude / (.pi / 2)).rounded(.up)))
        let step = sweep / Double(pieces)
        let k = 4.0 / 3.0 * tangentOfQuarter(step)
        let turn = UnitVector(angle: step)
        var u = start.vector
        for _ in 0..<pieces {
            let v = Vector(
                dx: u.dx * turn.vector.dx - u.dy * turn.vector.dy,
                dy: u.dx * turn.vector.dy + u.dy * turn.vector.dx)
            let p0 = center + u * radius
            let p3 = center + v * radius
            cubic(p0 + u.perpendicular * (k * radius), p3 - v.perpendicular * (k * radius), to: p3)
            u = v
        }
    }

    /// The bounding box of all end points and control points; nil if the path is empty.
    ///
    /// A curve lies inside the convex hull of its control points, so the path lies inside this box.
    public var controlBounds: Rect? {
        Rect(
            containing: elements.lazy.flatMap { element -> [Point] in
                switch element {
                case .move(let p), .line(let p): [p]
                case .cubic(let a, let b, let c): [a, b, c]
                case .close: []
                }
            })
    }

    /// Returns the path with a transform applied to every point.
    public func transformed(by t: AffineTransform) -> Path {
        var path = Path()
        path.elements = elements.map { element in
            switch element {
            case .move(let p): .move(t.apply(p))
            case .line(let p): .line(t.apply(p))
            case .cubic(let a, let b, let c): .cubic(t.apply(a), t.apply(b), t.apply(c))
            case .close: .close
            }
        }
        return path
    }
}
