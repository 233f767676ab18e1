// SPDX-License-Identifier: Apache-2.0

/// Finds control points whose spline is a given line of points: it passes through every one and strays from the straight
/// lines between them by ``UniformSpline/tolerance`` at most, as ``UniformSpline`` samples it.
///
/// A control point that occurs three times is a corner: the spline passes through it, and between two corners in a row it is
/// the straight line. Between corners the spline that interpolates the points is solved for. Where that strays too far, or
/// leaves the range of a number, the points become corners, until nothing strays; a line of corners alone cannot.
struct SplineFit {
    /// Rounds of making corners; after them all that strays becomes corners point by point.
    private static let rounds = 8

    private let points: [ControlPoint]
    private var isCorner: [Bool]

    /// The control points.
    private(set) var controls: [ControlPoint] = []

    /// Fits a spline to points.
    init(_ points: [ControlPoint]) {
        self.points = points
        isCorner = points.map { _ in false }
        guard let last = points.indices.last else { return }
        isCorner[0] = true
        isCorner[last] = true
        var solved = points
        var runs = [0...last]
        for round in 0...Self.rounds {
            runs = runs.filter { run in
                solve(run, into: &solved)
                return breakUp(run, solved, wholly: round == Self.rounds)
            }.flatMap { parts(of: $0) }
        }
        for index in points.indices {
            controls += isCorner[index] ? [points[index], points[index], points[index]] : [solved[index]]
        }
    }

    /// The runs between the corners of a run.
    private func parts(of run: ClosedRange<Int>) -> [ClosedRange<Int>] {
        let corners = run.filter { isCorner[$0] }
        return zip(corners, corners.dropFirst()).map { $0...$1 }.filter { $0.count > 2 }
    }

    /// Solves for the control points inside a run: (Pᵢ₋₁ + 4Pᵢ + Pᵢ₊₁) / 6 = Qᵢ with P = Q at both ends, a tridiagonal system
    /// (Thomas' algorithm; the diagonal dominates, so it needs no pivots).
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

    /// Makes corners of points where the spline of a run strays; false when there are none.
    private mutating func breakUp(_ run: ClosedRange<Int>, _ solved: [ControlPoint], wholly: Bool) -> Bool {
        var strays = false
        for index in run.dropLast() where run.count > 2 {
            if isFaithful(index, run, solved) { continue }
            strays = true
            isCorner[index] = true
            isCorner[index + 1] = true
        }
        if strays, wholly { for index in run { isCorner[index] = true } }
        return strays
    }

    /// Whether the spline from a point to the next one is the straight line, give or take the tolerance.
    private func isFaithful(_ index: Int, _ run: ClosedRange<Int>, _ solved: [ControlPoint]) -> Bool {
        guard Self.isInRange(solved[index]), Self.isInRange(solved[index + 1]) else { return false }
        /// Beside a corner lies another segment, since its point occurs three times.
        func control(_ i: Int) -> ControlPoint { solved[min(max(i, run.lowerBound), run.upperBound)] }
        let chord = Chord(from: points[index], to: points[index + 1])
        var polygon: [ControlPoint] = []
        func add(_ p: ControlPoint...) {
            let piece = CubicPiece(spline: p[0], p[1], p[2], p[3])
            polygon += [piece.b0, piece.b1, piece.b2, piece.b3]
        }
        let (before, here, next, after) = (control(index - 1), control(index), control(index + 1), control(index + 2))
        if index == run.lowerBound { add(here, here, here, next) }
        add(before, here, next, after)
        if index + 1 == run.upperBound { add(here, next, next, next) }
        // The ends lie on the line but for rounding.
        polygon[0] = points[index]
        polygon[polygon.count - 1] = points[index + 1]
        return (chord.distance(toMonotone: polygon) ?? .infinity) <= UniformSpline.tolerance
    }

    private static func isInRange(_ point: ControlPoint) -> Bool {
        point[.width] >= 0 && 0...1 ~= point[.opacity] && 0...65.535 ~= point[.force]
            && 0...Double.pi ~= point[.altitude]
    }
}
