// SPDX-License-Identifier: Apache-2.0

/// The uniform cubic B-spline of a PencilKit path.
///
/// Apple says that much (WWDC20, session 10148), and not what happens at the ends. Here the first and the last control point
/// are repeated, so that the curve begins and ends on them (inferred). Parameter i belongs to control point i, as in
/// PencilKit's parametric values 0…n−1; beyond both of these lies a straight lead-in and lead-out, one unit each.
struct UniformSpline {
    /// The largest distance, in points, between the edges of a stroke along the curve and along its samples.
    static let tolerance = 0.01
    /// Halvings of a segment; 4¹⁸ times the tolerance is beyond any coordinate that is read.
    private static let deepest = 18

    let controls: [ControlPoint]
    /// Whether all control points are the same.
    private let isDot: Bool

    /// Makes the spline of some control points.
    ///
    /// - Precondition: there is one at least.
    init(_ controls: [ControlPoint]) {
        precondition(!controls.isEmpty, "a spline has control points")
        self.controls = controls
        isDot = controls.allSatisfy { $0 == controls[0] }
    }

    /// The parameters from end to end.
    var domain: ClosedRange<Double> { -1...Double(controls.count) }

    /// A range of parametric values, with the lead-in and the lead-out where it reaches the path's ends; nil when it is
    /// none.
    func visible(_ from: Double, _ to: Double) -> ClosedRange<Double>? {
        guard from < to, to >= 0, from <= Double(controls.count - 1) else { return nil }
        return (from <= 0 ? domain.lowerBound : from)...(to >= Double(controls.count - 1) ? domain.upperBound : to)
    }

    /// Calls `body` with points of the curve from one parameter to another, until it answers false.
    ///
    /// Between neighbours the curve strays from the straight line by the tolerance at most (``CubicPiece/edgeError``).
    func sample(
        _ range: ClosedRange<Double>, tolerance: Double, _ body: (ControlPoint) -> Bool
    ) {
        if isDot {
            _ = body(controls[0])
            return
        }
        // Segment j leads from parameter j − 1 to j.
        let last = min(Int(range.upperBound.rounded(.up)), controls.count)
        var segment = max(0, Int(range.lowerBound.rounded(.down)) + 1)
        var isFirst = true
        var pieces: [(CubicPiece, Int)] = []
        while segment <= last {
            let start = Double(segment - 1)
            var piece = CubicPiece(
                spline: control(segment - 2), control(segment - 1), control(segment), control(segment + 1))
            let (from, to) = (max(0, range.lowerBound - start), min(1, range.upperBound - start))
            segment += 1
            guard from < to else { continue }
            if from > 0 || to < 1 { piece = piece.part(from, to) }
            if isFirst, !body(piece.b0) { return }
            isFirst = false
            pieces.append((piece, 0))
            while let (piece, depth) = pieces.popLast() {
                if depth < Self.deepest, piece.edgeError > tolerance {
                    let (near, far) = piece.split(at: 0.5)
                    pieces += [(far, depth + 1), (near, depth + 1)]
                } else if !pieces.isEmpty || Double(segment - 1) >= range.upperBound || !isWithinEdge(segment - 1) {
                    guard body(piece.b3) else { return }
                }
            }
        }
    }

    /// Whether the end of a segment lies on a straight line between two corners, where it would add nothing: whether the
    /// five control points around are two only. Corners are control points that occur three times.
    private func isWithinEdge(_ segment: Int) -> Bool {
        guard segment < controls.count else { return false }
        let (a, b) = (control(segment - 2), control(segment + 2))
        var index = segment - 1
        while index <= segment + 1, control(index) == a { index += 1 }
        while index <= segment + 1, control(index) == b { index += 1 }
        return index > segment + 1
    }

    /// The number of segments that a range touches, which is what sampling it costs at least.
    func segments(in range: ClosedRange<Double>) -> Int {
        isDot ? 1 : Int((range.upperBound - range.lowerBound).rounded(.up)) + 1
    }

    private func control(_ index: Int) -> ControlPoint { controls[min(max(index, 0), controls.count - 1)] }
}
