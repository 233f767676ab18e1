// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// Makes ink smaller: exact duplicates of points go first, then what simplification may leave out.
public struct Compactor: Hashable, Sendable {
    /// What compaction did.
    public struct Report: Hashable, Sendable {
        /// The points before.
        public var pointsIn = 0
        /// The points that repeated the one before them, in every channel but time.
        public var duplicates = 0
        /// The points after.
        public var pointsOut = 0
        /// The largest distance by which an edge moved, as measured, in points.
        public var largestEdgeError = 0.0

        /// Makes an empty report.
        public init() {}
    }

    /// How far an edge may move.
    public var tolerance: Tolerance

    /// Makes a compactor.
    public init(tolerance: Tolerance = .storage) { self.tolerance = tolerance }

    /// The drawing with fewer points, and what was done.
    public func compact(_ drawing: Drawing) -> (drawing: Drawing, report: Report) {
        let simplifier = Simplifier(tolerance: tolerance)
        var report = Report()
        var copy = drawing
        for index in copy.strokes.indices {
            report.pointsIn += copy.strokes[index].points.count
            report.duplicates += copy.strokes[index].points.removeDuplicates()
            let result = simplifier.simplify(copy.strokes[index])
            copy.strokes[index] = result.stroke
            report.pointsOut += result.stroke.points.count
            report.largestEdgeError = max(report.largestEdgeError, result.largestEdgeError)
        }
        return (copy, report)
    }
}

extension StrokePoints {
    /// Leaves out points that repeat the one before them, in every channel but time; nothing that is drawn changes.
    ///
    /// - Returns: how many these were.
    mutating func removeDuplicates() -> Int {
        let others = channels.filter { $0.key != .time }.values
        let kept = positions.indices.filter { index in
            index == 0 || positions[index] != positions[index - 1] || widths[index] != widths[index - 1]
                || others.contains { $0[index] != $0[index - 1] }
        }
        let count = positions.count - kept.count
        if count > 0 { self = selecting(kept) }
        return count
    }
}
