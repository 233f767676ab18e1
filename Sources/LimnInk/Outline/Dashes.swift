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

    /// The dashes, each as positions and widths; widths at cuts are interpolated.
    func cut(positions: [Point], widths: [Double]) -> [(positions: [Point], widths: [Double])] {
        guard let start = positions.first else { return [] }
        var pieces: [(positions: [Point], widths: [Double])] = []
        var phase = 0
        var left = lengths[0]
        var current: ([Point], [Double]) = ([start], [widths[0]])
        func finish() { if phase.isMultiple(of: 2) { pieces.append((current.0, current.1)) } }
        for i in positions.indices.dropFirst() {
            let (a, b) = (positions[i - 1], positions[i])
            let length = a.distance(to: b)
            var done = 0.0
            while length - done > left, pieces.count < Self.mostPieces {
                done += left
                let t = done / length
                let (p, w) = (a.interpolated(to: b, at: t), widths[i - 1] + (widths[i] - widths[i - 1]) * t)
                current.0.append(p)
                current.1.append(w)
                finish()
                current = ([p], [w])
                phase = (phase + 1) % lengths.count
                left = lengths[phase]
            }
            left -= length - done
            current.0.append(b)
            current.1.append(widths[i])
        }
        finish()
        return pieces
    }
}
