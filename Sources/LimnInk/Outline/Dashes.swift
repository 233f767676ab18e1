// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Cuts a polyline of varying width into its dashes.
struct Dashes {
    /// Lengths of dashes and gaps in turn, in points.
    let lengths: [Double]

    /// The most pieces that are cut; a pattern finer than that is not worth its pieces.
    static let mostPieces = 100_000

    /// Nil for a pattern that cannot be drawn: empty, negative, not finite, or without any length.
    init?(_ lengths: [Double]) {
        guard !lengths.isEmpty, lengths.allSatisfy({ $0.isFinite && $0 >= 0 }), lengths.reduce(0, +) > 1e-6 else {
            return nil
        }
        self.lengths = lengths.count.isMultiple(of: 2) ? lengths : lengths + lengths
    }

    /// The dashes of a line through some points, as intervals of its parameter: a whole number is a point, what lies between a
    /// place on the line between two.
    func cuts(positions: [Point]) -> [ClosedRange<Double>] {
        var cuts: [ClosedRange<Double>] = []
        var phase = 0
        var left = lengths[0]
        var start = 0.0
        for i in positions.indices.dropFirst() {
            let length = positions[i - 1].distance(to: positions[i])
            var done = 0.0
            while length - done > left, cuts.count < Self.mostPieces {
                done += left
                let place = Double(i - 1) + min(done / length, 1)
                if phase.isMultiple(of: 2) { cuts.append(start...max(place, start)) }
                start = place
                phase = (phase + 1) % lengths.count
                left = lengths[phase]
            }
            left -= length - done
        }
        if phase.isMultiple(of: 2), !positions.isEmpty { cuts.append(start...max(Double(positions.count - 1), start)) }
        return cuts
    }
}
