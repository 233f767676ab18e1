// SPDX-License-Identifier: Apache-2.0

/// A cubic Bézier curve. All components of a control point are interpolated.
struct CubicSegment {
    /// The start point.
    var b0: ControlPoint
    /// The first inner control point.
    var b1: ControlPoint
    /// The second inner control point.
    var b2: ControlPoint
    /// The end point.
    var b3: ControlPoint

    /// Makes the segment of a uniform cubic B-spline from four successive control points. The conversion is exact.
    init(spline p0: ControlPoint, _ p1: ControlPoint, _ p2: ControlPoint, _ p3: ControlPoint) {
        b0 = Self.knot(p0, p1, p2)
        b1 = (2 * p1 + p2) / 3
        b2 = (p1 + 2 * p2) / 3
        b3 = Self.knot(p1, p2, p3)
    }

    private init(_ b0: ControlPoint, _ b1: ControlPoint, _ b2: ControlPoint, _ b3: ControlPoint) {
        (self.b0, self.b1, self.b2, self.b3) = (b0, b1, b2, b3)
    }

    /// Returns the point at which two segments of a uniform cubic B-spline meet.
    static func knot(_ before: ControlPoint, _ here: ControlPoint, _ after: ControlPoint) -> ControlPoint {
        (before + 4 * here + after) / 6
    }

    /// Splits the curve at a parameter in 0…1 with de Casteljau's algorithm.
    func split(at t: Double) -> (CubicSegment, CubicSegment) {
        func mix(_ a: ControlPoint, _ b: ControlPoint) -> ControlPoint { a + (b - a) * t }
        let (b01, b12, b23) = (mix(b0, b1), mix(b1, b2), mix(b2, b3))
        let (b012, b123) = (mix(b01, b12), mix(b12, b23))
        let middle = mix(b012, b123)
        return (CubicSegment(b0, b01, b012, middle), CubicSegment(middle, b123, b23, b3))
    }

    /// Returns the part of the curve between two parameters in 0…1.
    func part(_ from: Double, _ to: Double) -> CubicSegment {
        var part = self
        if to < 1 { part = part.split(at: to).0 }
        if from > 0 { part = part.split(at: from / to).1 }
        return part
    }

    /// An upper bound for the displacement of a stroke's edges if a straight line with linearly changing width replaces
    /// the curve: |Δcenter| + |Δradius| in points.
    ///
    /// It is the smaller of two bounds. The first one compares points with equal parameters. It is an eighth of the
    /// largest second derivative, which for a cubic is at one end. The second one compares points with equal positions
    /// along the line (see ``Chord``).
    var edgeError: Double {
        func size(_ v: ControlPoint) -> Double {
            (v[.x] * v[.x] + v[.y] * v[.y]).squareRoot() + v[.width].magnitude / 2
        }
        let byParameter = 6 * max(size(b0 - 2 * b1 + b2), size(b1 - 2 * b2 + b3)) / 8
        let chord = Chord(from: b0, to: b3)
        // The weights of the inner control points add up to at most 3/4, and the ends are on the chord.
        return min(byParameter, 0.75 * (chord.distance(toMonotone: [b0, b1, b2, b3]) ?? .infinity))
    }
}

/// A straight line whose width changes linearly.
struct Chord {
    /// The largest backward step that counts as a rounding error, in points.
    private static let rounding = 1e-6

    private let start: ControlPoint
    private let direction: (x: Double, y: Double)
    private let length: Double
    private let widthChange: Double

    init(from start: ControlPoint, to end: ControlPoint) {
        self.start = start
        let (dx, dy) = (end[.x] - start[.x], end[.y] - start[.y])
        length = (dx * dx + dy * dy).squareRoot()
        direction = length > 0 ? (dx / length, dy / length) : (0, 0)
        widthChange = length > 0 ? (end[.width] - start[.width]) / length : 0
    }

    /// Returns the largest distance of a control polygon's points from the line: |distance across| + |Δradius| at equal
    /// positions along the line, in points.
    ///
    /// A curve is never farther away than its control polygon. The result is nil if the polygon is not monotone along
    /// the line, because then the positions do not correspond.
    func distance(toMonotone polygon: [ControlPoint]) -> Double? {
        var (largest, reached) = (0.0, -Double.infinity)
        for point in polygon {
            let (dx, dy) = (point[.x] - start[.x], point[.y] - start[.y])
            let along = dx * direction.x + dy * direction.y
            guard along >= reached - Self.rounding, along <= length + Self.rounding else { return nil }
            reached = max(reached, along)
            let across =
                length > 0 ? (dx * direction.y - dy * direction.x).magnitude : (dx * dx + dy * dy).squareRoot()
            let width = point[.width] - start[.width] - widthChange * along
            largest = max(largest, across + width.magnitude / 2)
        }
        return largest
    }
}
