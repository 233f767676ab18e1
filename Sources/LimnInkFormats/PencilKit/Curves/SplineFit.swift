// SPDX-License-Identifier: Apache-2.0

/// Fits a uniform cubic B-spline to a polyline. The spline passes through every point and deviates from the lines
/// between the points by at most ``UniformSpline/tolerance``.
///
/// A triple control point makes a corner, and the spline passes through it. Between two successive corners, the spline
/// is a straight line. Between other corners, the control points of an interpolating spline are computed. If it
/// deviates too far or a component leaves its valid range, the points there become corners. This repeats until the
/// spline is within the tolerance. It always ends, because a spline with corners at all points is the polyline itself.
struct SplineFit {
    /// The maximum number of refinement rounds. In the last round, all points of a run that exceeds the tolerance
    /// become corners.
    private static let maximumRounds = 8

    private let points: [ControlPoint]
    private var isCorner: [Bool]

    /// The control points.
    private(set) var controls: [ControlPoint] = []

    /// Fits a spline to a polyline.
    init(_ points: [ControlPoint]) {
        self.points = points
        isCorner = points.map { _ in false }
        guard let last = points.indices.last else { return }
        isCorner[0] = true
        isCorner[last] = true
        var solved = points
        var runs = [0...last]
        for round in 0...Self.maximumRounds {
            runs = runs.filter { run in
                solve(run, into: &solved)
                return addCorners(run, solved, all: round == Self.maximumRounds)
            }.flatMap { parts(of: $0) }
        }
        for index in points.indices {
            controls += isCorner[index] ? [points[index], points[index], points[index]] : [solved[index]]
        }
    }

    /// Splits a run at its corners.
    private func parts(of run: ClosedRange<Int>) -> [ClosedRange<Int>] {
        let corners = run.filter { isCorner[$0] }
        return zip(corners, corners.dropFirst()).map { $0...$1 }.filter { $0.count > 2 }
    }

    /// Computes the control points inside a run: (Pᵢ₋₁ + 4Pᵢ + Pᵢ₊₁) / 6 = Qᵢ, with P = Q at both ends.
    ///
    /// The tridiagonal system is solved with the Thomas algorithm. The matrix is diagonally dominant, so pivoting is
    /// not needed.
    private func solve(_ run: ClosedRange<Int>, into solved: inout [ControlPoint]) {
        let (first, last) = (run.lowerBound, run.upperBound)
        solved[first] = points[first]
        solved[last] = points[last]
        guard run.count > 2 else { return }
        var factors: [Double] = [0]
        for index in (first + 1)..<last {
            let pivot = 4 - factors[index - first - 1]
            factors.append(1 / pivot)
            let before = index == first + 1 ? points[first] : solved[index - 1]
            let right = 6 * points[index] - (index == last - 1 ? points[last] : ControlPoint(repeating: 0))
            solved[index] = (right - before) / pivot
        }
        for index in ((first + 1)..<last).dropLast().reversed() {
            solved[index] -= factors[index - first] * solved[index + 1]
        }
    }

    /// Adds corners where the spline of a run exceeds the tolerance.
    ///
    /// - Parameter all: whether all points of such a run become corners.
    /// - Returns: whether corners were added.
    private mutating func addCorners(_ run: ClosedRange<Int>, _ solved: [ControlPoint], all: Bool) -> Bool {
        var changed = false
        for index in run.dropLast() where run.count > 2 {
            if isWithinTolerance(index, run, solved) { continue }
            changed = true
            isCorner[index] = true
            isCorner[index + 1] = true
        }
        if changed, all { for index in run { isCorner[index] = true } }
        return changed
    }

    /// Returns whether the spline between two successive points stays within the tolerance of the straight line.
    private func isWithinTolerance(_ index: Int, _ run: ClosedRange<Int>, _ solved: [ControlPoint]) -> Bool {
        guard Self.isInRange(solved[index]), Self.isInRange(solved[index + 1]) else { return false }
        /// The control point at an index. Indices beyond the ends of the run give its end points, because corners are
        /// triple points.
        func control(_ i: Int) -> ControlPoint { solved[min(max(i, run.lowerBound), run.upperBound)] }
        let chord = Chord(from: points[index], to: points[index + 1])
        var polygon: [ControlPoint] = []
        func add(_ p: ControlPoint...) {
            let piece = CubicSegment(spline: p[0], p[1], p[2], p[3])
            polygon += [piece.b0, piece.b1, piece.b2, piece.b3]
        }
        let (before, here, next, after) = (control(index - 1), control(index), control(index + 1), control(index + 2))
        if index == run.lowerBound { add(here, here, here, next) }
        add(before, here, next, after)
        if index + 1 == run.upperBound { add(here, next, next, next) }
        // Both ends are on the line. Setting them removes rounding errors.
        polygon[0] = points[index]
        polygon[polygon.count - 1] = points[index + 1]
        return (chord.distance(toMonotone: polygon) ?? .infinity) <= UniformSpline.tolerance
    }

    private static func isInRange(_ point: ControlPoint) -> Bool {
        point[.width] >= 0 && 0...1 ~= point[.opacity] && 0...65.535 ~= point[.force]
            && 0...Double.pi ~= point[.altitude]
    }
}
