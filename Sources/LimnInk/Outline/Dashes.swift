// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// A dash pattern that splits polylines into dashes.
struct Dashes {
    /// The alternating lengths of dashes and gaps in points, an even number of them.
    let lengths: [Double]

    /// The maximum number of dashes per stroke. It limits the work for very fine patterns.
    static let maximumDashCount = 100_000

    /// Makes a dash pattern. Nil if it is empty, has a negative or non-finite length, or has a total length of
    /// practically 0.
    init?(_ lengths: [Double]) {
        guard !lengths.isEmpty, lengths.allSatisfy({ $0.isFinite && $0 >= 0 }), lengths.reduce(0, +) > 1e-6 else {
            return nil
        }
        self.lengths = lengths.count.isMultiple(of: 2) ? lengths : lengths + lengths
    }

    /// Returns the dashes of a polyline as parameter ranges.
    ///
    /// An integer parameter is the index of a point; a fraction interpolates between two points.
    func ranges(along positions: [Point]) -> [ClosedRange<Double>] {
        var ranges: [ClosedRange<Double>] = []
        var phase = 0
        var left = lengths[0]
        var start = 0.0
        for i in positions.indices.dropFirst() {
            let length = positions[i - 1].distance(to: positions[i])
            var done = 0.0
            while length - done > left, ranges.count < Self.maximumDashCount {
                done += left
                let parameter = Double(i - 1) + min(done / length, 1)
                if phase.isMultiple(of: 2) { ranges.append(start...max(parameter, start)) }
                start = parameter
                phase = (phase + 1) % lengths.count
                left = lengths[phase]
            }
            left -= length - done
        }
        if phase.isMultiple(of: 2), !positions.isEmpty {
            ranges.append(start...max(Double(positions.count - 1), start))
        }
        return ranges
    }
}
