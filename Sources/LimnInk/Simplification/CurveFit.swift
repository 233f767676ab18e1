// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// Fits cubic Bézier curves to a polyline so that no place of either is farther than a tolerance from the other.
///
/// Curves are fitted by least squares with the tangents at their ends given, and their parameters corrected by Newton's method;
/// where that does not come close enough, the points are split (Schneider, “An algorithm for automatically fitting digitized
/// curves”, Graphics Gems, 1990). Unlike there the error is not sampled but bounded: between the parameters of two successive
/// points the difference of curve and chord is a cubic itself, which lies in the hull of its own control points; the largest
/// of these is the error. As both sides run through all their places meanwhile, it bounds their Hausdorff and Fréchet distance.
public struct CurveFit: Hashable, Sendable {
    /// A curve from the end of the one before.
    public struct Cubic: Hashable, Sendable {
        /// The control points, the first and the last of which lie on the curve.
        public var points: (Point, Point, Point, Point)

        init(_ a: Point, _ b: Point, _ c: Point, _ d: Point) { points = (a, b, c, d) }

        /// Whether the control points are the same.
        public static func == (a: Cubic, b: Cubic) -> Bool { a.points == b.points }
        /// Hashes the control points.
        public func hash(into hasher: inout Hasher) {
            for point in [points.0, points.1, points.2, points.3] { hasher.combine(point) }
        }

        /// The place at a parameter, 0…1.
        public func point(at t: Double) -> Point {
            let (s, (a, b, c, d)) = (1 - t, points)
            let (w0, w1, w2, w3) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
            return Point(
                x: a.x * w0 + b.x * w1 + c.x * w2 + d.x * w3, y: a.y * w0 + b.y * w1 + c.y * w2 + d.y * w3)
        }

        /// The part between two parameters.
        func part(_ t0: Double, _ t1: Double) -> Cubic {
            // Blossoming: each control point is the polar form at a mix of both parameters.
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

    /// How far curve and polyline may be apart.
    public var tolerance: Tolerance

    /// Makes a fitter.
    public init(tolerance: Tolerance = .storage) { self.tolerance = tolerance }

    /// Where the polyline turns by more than this, in radians, the curve has a corner too.
    private static let corner = Double.pi / 3
    private static let corrections = 4
    /// Longer lines are cut, so that the work does not grow with the square of their length.
    private static let longest = 1024

    /// The curves along some points, from the first to the last, and the largest error.
    ///
    /// - Returns: no curves for fewer than two different points.
    public func curves(along positions: [Point]) -> (curves: [Cubic], largestError: Double) {
        var points: [Point] = []
        for p in positions where points.last != p && p.isFinite { points.append(p) }
        guard points.count > 1 else { return ([], 0) }
        var curves: [Cubic] = []
        var largest = 0.0
        var start = 0
        for end in 1..<points.count
        where end == points.count - 1 || end - start >= Self.longest || isCorner(points, end) {
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
        return before.angle(to: after).magnitude > Self.corner
    }

    /// Points that are still to be fitted; tangents point into the span.
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
            for _ in 0...Self.corrections {
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

    /// The direction into a span from one of its ends.
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

    /// The curve with given ends and tangents that comes closest to the points at their parameters.
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
        // Handles that point backwards or far away make loops; a third of the chord is never bad.
        if !(reach > 1e-6 * length && reach < 10 * length && back > 1e-6 * length && back < 10 * length) {
            (reach, back) = (length / 3, length / 3)
        }
        return Cubic(first, first + start * reach, last + end * back, last)
    }

    /// The bound for the distance between curve and polyline, and the point next to which it is reached.
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

    /// Moves parameters towards the nearest places of the curve; false when they lose their order.
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
    /// The curves along some points as an open path.
    public func path(along positions: [Point]) -> (path: Path, curveCount: Int, largestError: Double) {
        let (curves, error) = curves(along: positions)
        var path = Path()
        if let first = curves.first { path.move(to: first.points.0) }
        for curve in curves { path.cubic(curve.points.1, curve.points.2, to: curve.points.3) }
        return (path, curves.count, error)
    }
}
