// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// Fits cubic Bézier curves to polylines within a tolerance for the Hausdorff distance.
///
/// The algorithm is Schneider's (“An algorithm for automatically fitting digitized curves”, Graphics Gems, 1990). It
/// fits each curve by least squares with given end tangents and improves the parameters with Newton's method. If the
/// error is still too large, it splits the points into two parts.
///
/// Unlike Schneider's implementation, this one computes a bound on the error instead of sampling it. Between the
/// parameters of two successive points, the difference between the curve and the chord is itself a cubic, which lies in
/// the convex hull of its control points. The error is the maximum length of these control vectors. It bounds both the
/// Hausdorff and the Fréchet distance.
public struct CurveFit: Hashable, Sendable {
    /// A cubic Bézier curve.
    public struct Cubic: Hashable, Sendable {
        /// The control points. The first and the last are the ends of the curve.
        public var points: (Point, Point, Point, Point)

        init(_ a: Point, _ b: Point, _ c: Point, _ d: Point) { points = (a, b, c, d) }

        /// Returns whether the control points are equal.
        public static func == (a: Cubic, b: Cubic) -> Bool { a.points == b.points }
        /// Hashes the control points.
        public func hash(into hasher: inout Hasher) {
            for point in [points.0, points.1, points.2, points.3] { hasher.combine(point) }
        }

        /// Returns the point at a parameter, 0…1.
        public func point(at t: Double) -> Point {
            let (s, (a, b, c, d)) = (1 - t, points)
            let (w0, w1, w2, w3) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
            return Point(
                x: a.x * w0 + b.x * w1 + c.x * w2 + d.x * w3, y: a.y * w0 + b.y * w1 + c.y * w2 + d.y * w3)
        }

        /// Returns the part of the curve between two parameters.
        func part(_ t0: Double, _ t1: Double) -> Cubic {
            // Blossoming: each control point of the part is a value of the curve's polar form, the blossom.
            func polar(_ r: Double, _ s: Double, _ t: Double) -> Point {
                let (a, b, c, d) = points
                let (ab, bc, cd) = (
                    a.interpolated(to: b, at: r), b.interpolated(to: c, at: r), c.interpolated(to: d, at: r)
                )
                return ab.interpolated(to: bc, at: s).interpolated(to: bc.interpolated(to: cd, at: s), at: t)
            }
            return Cubic(polar(t0, t0, t0), polar(t0, t0, t1), polar(t0, t1, t1), polar(t1, t1, t1))
        }
    }

    /// The maximum distance between the curves and the polyline.
    public var tolerance: Tolerance

    /// Makes a fitter.
    public init(tolerance: Tolerance = .storage) { self.tolerance = tolerance }

    /// A vertex with a larger turning angle, in radians, stays a corner.
    private static let cornerAngle = Double.pi / 3
    /// The maximum number of Newton steps per curve.
    private static let maximumCorrections = 4
    /// The maximum number of segments to fit at once. It prevents a running time quadratic in the length.
    private static let maximumSpanLength = 1024

    /// Fits curves to a polyline.
    ///
    /// Vertices that turn by more than 60° stay corners. At other vertices, curves that meet have the same tangent.
    /// There are two exceptions: straight lines between two vertices, and the end of each span of 1,024 segments.
    ///
    /// - Parameter positions: the vertices, in points. Repeated and non-finite vertices are ignored.
    /// - Returns: connected curves from the first point to the last, and the largest error in points. There are no
    ///   curves if there are fewer than two different points.
    public func curves(along positions: [Point]) -> (curves: [Cubic], largestError: Double) {
        var points: [Point] = []
        for p in positions where points.last != p && p.isFinite { points.append(p) }
        guard points.count > 1 else { return ([], 0) }
        var curves: [Cubic] = []
        var largest = 0.0
        var start = 0
        for end in 1..<points.count
        where end == points.count - 1 || end - start >= Self.maximumSpanLength || isCorner(points, end) {
            let span = Span(
                first: start, last: end, startTangent: nil, endTangent: nil)
            fit(points, span, into: &curves, &largest)
            start = end
        }
        return (curves, largest)
    }

    private func isCorner(_ points: [Point], _ index: Int) -> Bool {
        guard let before = UnitVector(points[index] - points[index - 1]),
            let after = UnitVector(points[index + 1] - points[index])
        else { return true }
        return before.angle(to: after).magnitude > Self.cornerAngle
    }

    /// A range of points to fit. The tangents point into the span.
    private struct Span {
        var first: Int
        var last: Int
        var startTangent: Vector?
        var endTangent: Vector?
    }

    private func fit(_ points: [Point], _ whole: Span, into curves: inout [Cubic], _ largest: inout Double) {
        var pending = [whole]
        while let span = pending.popLast() {
            let (a, b) = (points[span.first], points[span.last])
            guard span.last - span.first > 1 else {
                curves.append(Cubic(a, a.interpolated(to: b, at: 1 / 3), a.interpolated(to: b, at: 2 / 3), b))
                continue
            }
            let piece = points[span.first...span.last]
            let start = span.startTangent ?? Self.tangent(piece, from: span.first, step: 1)
            let end = span.endTangent ?? Self.tangent(piece, from: span.last, step: -1)
            var parameters = Self.chordLengths(piece)
            var best: (curve: Cubic, error: Double)?
            var worst = (span.first + span.last) / 2
            for _ in 0...Self.maximumCorrections {
                let curve = Self.leastSquares(piece, parameters, start, end)
                let (error, index) = Self.error(of: curve, piece, parameters)
                if error < best?.error ?? .infinity { (best, worst) = ((curve, error), index) }
                if error <= tolerance.points || error > tolerance.points * 30 { break }
                guard Self.correct(&parameters, piece, curve) else { break }
            }
            if let best, best.error <= tolerance.points {
                curves.append(best.curve)
                largest = max(largest, best.error)
                continue
            }
            let split = min(max(worst, span.first + 1), span.last - 1)
            let through = UnitVector(points[split + 1] - points[split - 1])?.vector
            pending.append(
                Span(first: split, last: span.last, startTangent: through, endTangent: span.endTangent))
            pending.append(
                Span(
                    first: span.first, last: split, startTangent: span.startTangent, endTangent: through.map { -$0 }))
        }
    }

    /// Returns the direction of the first segment at an end of the span, pointing into the span.
    private static func tangent(_ points: ArraySlice<Point>, from end: Int, step: Int) -> Vector {
        UnitVector(points[end + step] - points[end])?.vector ?? Vector(dx: 1, dy: 0)
    }

    private static func chordLengths(_ points: ArraySlice<Point>) -> [Double] {
        var lengths = [0.0]
        for index in points.indices.dropFirst() {
            lengths.append(lengths[lengths.count - 1] + points[index].distance(to: points[index - 1]))
        }
        let total = lengths[lengths.count - 1]
        return lengths.map { $0 / total }
    }

    /// Returns the least-squares fit of a curve to points at given parameters, with given ends and tangent directions.
    private static func leastSquares(
        _ points: ArraySlice<Point>, _ parameters: [Double], _ start: Vector, _ end: Vector
    ) -> Cubic {
        let (first, last) = (points[points.startIndex], points[points.endIndex - 1])
        let span = last - first
        var (c00, c01, c11, x0, x1) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (point, t) in zip(points, parameters) {
            let s = 1 - t
            let (b1, b2) = (3 * s * s * t, 3 * s * t * t)
            let rest = point - (first + span * (b2 + t * t * t))
            let (v0, v1) = (start * b1, end * b2)
            c00 += v0.dot(v0)
            c01 += v0.dot(v1)
            c11 += v1.dot(v1)
            x0 += v0.dot(rest)
            x1 += v1.dot(rest)
        }
        let determinant = c00 * c11 - c01 * c01
        var reach = (determinant != 0 ? (x0 * c11 - x1 * c01) / determinant : 0)
        var back = (determinant != 0 ? (c00 * x1 - c01 * x0) / determinant : 0)
        let length = span.length
        // Handles that point backwards or are very long cause loops. A third of the chord is a safe length.
        if !(reach > 1e-6 * length && reach < 10 * length && back > 1e-6 * length && back < 10 * length) {
            (reach, back) = (length / 3, length / 3)
        }
        return Cubic(first, first + start * reach, last + end * back, last)
    }

    /// Returns the error bound of a curve, and the index of the point with the largest error.
    private static func error(
        of curve: Cubic, _ points: ArraySlice<Point>, _ parameters: [Double]
    ) -> (Double, Int) {
        var (largest, worst) = (0.0, points.startIndex)
        for (number, index) in points.indices.dropFirst().enumerated() {
            let (a, b) = (points[index - 1], points[index])
            let part = curve.part(parameters[number], parameters[number + 1]).points
            let error = max(
                max(part.0.distance(to: a), part.1.distance(to: a.interpolated(to: b, at: 1 / 3))),
                max(part.2.distance(to: a.interpolated(to: b, at: 2 / 3)), part.3.distance(to: b)))
            if !(error <= largest) { (largest, worst) = (error.isNaN ? .infinity : error, index) }
        }
        return (largest, worst)
    }

    /// Applies a Newton step that moves each parameter towards that of the nearest point of the curve.
    ///
    /// - Returns: whether the parameters are still strictly ascending.
    private static func correct(_ parameters: inout [Double], _ points: ArraySlice<Point>, _ curve: Cubic) -> Bool {
        let (a, b, c, d) = curve.points
        let (u, v, w) = ((b - a) * 3, (c - b) * 3, (d - c) * 3)
        let (e, f) = ((v - u) * 2, (w - v) * 2)
        for (number, point) in points.enumerated() where number > 0 && number < parameters.count - 1 {
            let t = parameters[number]
            let s = 1 - t
            let gap = curve.point(at: t) - point
            let first = u * (s * s) + v * (2 * s * t) + w * (t * t)
            let second = e * s + f * t
            let slope = first.squaredLength + gap.dot(second)
            guard slope != 0 else { continue }
            parameters[number] = min(max(t - gap.dot(first) / slope, 0), 1)
        }
        return zip(parameters, parameters.dropFirst()).allSatisfy { $0 < $1 }
    }
}

extension CurveFit {
    /// Fits curves to a polyline like ``curves(along:)`` and returns them as an open path.
    ///
    /// - Returns: the path, the number of its curves, and the largest error in points.
    public func path(along positions: [Point]) -> (path: Path, curveCount: Int, largestError: Double) {
        let (curves, error) = curves(along: positions)
        var path = Path()
        if let first = curves.first { path.move(to: first.points.0) }
        for curve in curves { path.cubic(curve.points.1, curve.points.2, to: curve.points.3) }
        return (path, curves.count, error)
    }
}
