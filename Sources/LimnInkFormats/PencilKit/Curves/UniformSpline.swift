// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// The uniform cubic B-spline of a PencilKit path.
///
/// Apple documents the kind of spline (WWDC20, session 10148), but not its ends. Here, the first and last control
/// points are repeated, so that the curve starts and ends on them (inferred). Parameter i belongs to control point i,
/// as in PencilKit's parametric values 0…n−1. A straight lead-in and a straight lead-out of one unit each extend this
/// range.
struct UniformSpline {
    /// The maximum distance between the edges of the curve and the edges of its samples, in points.
    static let tolerance = 0.01
    /// The maximum number of times that a segment is halved. Each halving divides the error by 4, so this number
    /// suffices for all valid coordinates.
    private static let maximumDepth = 18

    let controls: [ControlPoint]
    /// Whether all control points are equal.
    private let isDot: Bool

    /// Makes a spline.
    ///
    /// - Precondition: there is at least one control point.
    init(_ controls: [ControlPoint]) {
        precondition(!controls.isEmpty, "a spline needs control points")
        self.controls = controls
        isDot = controls.allSatisfy { $0 == controls[0] }
    }

    /// The parameter range of the whole curve.
    var domain: ClosedRange<Double> { -1...Double(controls.count) }

    /// Returns the parameter range for a range of parametric values; nil if that range is invalid. If the values reach
    /// the ends of the path, the result includes the lead-in and the lead-out.
    func visible(_ from: Double, _ to: Double) -> ClosedRange<Double>? {
        guard from < to, to >= 0, from <= Double(controls.count - 1) else { return nil }
        return (from <= 0 ? domain.lowerBound : from)...(to >= Double(controls.count - 1) ? domain.upperBound : to)
    }

    /// Samples the curve in a parameter range and calls `body` with each point until it returns false.
    ///
    /// Between successive points, the curve deviates from the straight line by at most the tolerance in points
    /// (``CubicSegment/edgeError``).
    func sample(
        _ range: ClosedRange<Double>, tolerance: Double, _ body: (ControlPoint) -> Bool
    ) {
        if isDot {
            _ = body(controls[0])
            return
        }
        // Segment j extends from parameter j − 1 to j.
        let last = min(Int(clamping: range.upperBound.rounded(.up)), controls.count)
        var segment = max(0, Int(clamping: range.lowerBound.rounded(.down)) + 1)
        var isFirst = true
        var pieces: [(CubicSegment, Int)] = []
        while segment <= last {
            let start = Double(segment - 1)
            var piece = CubicSegment(
                spline: control(segment - 2), control(segment - 1), control(segment), control(segment + 1))
            let (from, to) = (max(0, range.lowerBound - start), min(1, range.upperBound - start))
            segment += 1
            guard from < to else { continue }
            if from > 0 || to < 1 { piece = piece.part(from, to) }
            if isFirst, !body(piece.b0) { return }
            isFirst = false
            pieces.append((piece, 0))
            while let (piece, depth) = pieces.popLast() {
                if depth < Self.maximumDepth, piece.edgeError > tolerance {
                    let (near, far) = piece.split(at: 0.5)
                    pieces += [(far, depth + 1), (near, depth + 1)]
                } else if !pieces.isEmpty || Double(segment - 1) >= range.upperBound || !isWithinEdge(segment - 1) {
                    guard body(piece.b3) else { return }
                }
            }
        }
    }

    /// Returns whether the end of a segment is on a straight line between two corners, so that a sample there is
    /// redundant. This is the case if the five control points around it have only two distinct values.
    private func isWithinEdge(_ segment: Int) -> Bool {
        guard segment < controls.count else { return false }
        let (a, b) = (control(segment - 2), control(segment + 2))
        var index = segment - 1
        while index <= segment + 1, control(index) == a { index += 1 }
        while index <= segment + 1, control(index) == b { index += 1 }
        return index > segment + 1
    }

    /// Returns the number of segments that a range touches, which is a lower bound for the cost of sampling.
    func segments(in range: ClosedRange<Double>) -> Int {
        isDot ? 1 : Int(clamping: (range.upperBound - range.lowerBound).rounded(.up)) + 1
    }

    private func control(_ index: Int) -> ControlPoint { controls[min(max(index, 0), controls.count - 1)] }
}
