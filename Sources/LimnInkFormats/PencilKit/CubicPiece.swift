// SPDX-License-Identifier: Apache-2.0

/// A cubic Bézier curve through all the numbers of control points.
struct CubicPiece {
    /// The curve begins here.
    var b0: ControlPoint
    /// It leaves towards this point.
    var b1: ControlPoint
    /// It arrives from this one.
    var b2: ControlPoint
    /// It ends here.
    var b3: ControlPoint

    /// The segment of a uniform cubic B-spline that four neighbouring control points span: exactly the same curve.
    init(spline p0: ControlPoint, _ p1: ControlPoint, _ p2: ControlPoint, _ p3: ControlPoint) {
        b0 = Self.knot(p0, p1, p2)
        b1 = (2 * p1 + p2) / 3
        b2 = (p1 + 2 * p2) / 3
        b3 = Self.knot(p1, p2, p3)
    }

    private init(_ b0: ControlPoint, _ b1: ControlPoint, _ b2: ControlPoint, _ b3: ControlPoint) {
        (self.b0, self.b1, self.b2, self.b3) = (b0, b1, b2, b3)
    }

    /// Where two segments of a uniform cubic B-spline meet.
    static func knot(_ before: ControlPoint, _ here: ControlPoint, _ after: ControlPoint) -> ControlPoint {
        (before + 4 * here + after) / 6
    }

    /// The two parts before and behind a parameter in 0…1 (de Casteljau).
    func split(at t: Double) -> (CubicPiece, CubicPiece) {
        func mix(_ a: ControlPoint, _ b: ControlPoint) -> ControlPoint { a + (b - a) * t }
        let (b01, b12, b23) = (mix(b0, b1), mix(b1, b2), mix(b2, b3))
        let (b012, b123) = (mix(b01, b12), mix(b12, b23))
        let middle = mix(b012, b123)
        return (CubicPiece(b0, b01, b012, middle), CubicPiece(middle, b123, b23, b3))
    }

    /// The part between two parameters in 0…1.
    func part(_ from: Double, _ to: Double) -> CubicPiece {
        var part = self
        if to < 1 { part = part.split(at: to).0 }
        if from > 0 { part = part.split(at: from / to).1 }
        return part
    }

    /// How far the edges of a stroke move, at most, when the curve is replaced with the straight line between its ends,
    /// whose width changes evenly: |Δcentre| + |Δradius| at matched places, in points.
    ///
    /// The smaller of two bounds. One matches equal parameters: an eighth of the largest second derivative, which for a
    /// cubic lies at an end. The other matches places that are equally far along the line, which ``Chord`` bounds.
    var edgeError: Double {
        func size(_ v: ControlPoint) -> Double {
            (v[.x] * v[.x] + v[.y] * v[.y]).squareRoot() + v[.width].magnitude / 2
        }
        let byParameter = 6 * max(size(b0 - 2 * b1 + b2), size(b1 - 2 * b2 + b3)) / 8
        let chord = Chord(from: b0, to: b3)
        // 3t(1−t)² + 3t²(1−t) is at most 3/4, and the ends lie on the chord.
        return min(byParameter, 0.75 * (chord.distance(toMonotone: [b0, b1, b2, b3]) ?? .infinity))
    }
}

/// A straight line with an evenly changing width.
struct Chord {
    /// Steps back of this size, in points, are those of arithmetic.
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

    /// The largest distance, |across| + |Δradius| at the same place along the line, of the points of a Bézier polygon; the
    /// curve is not further away than its polygon. Nil when the polygon turns back somewhere, because then places along
    /// the line do not match.
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
