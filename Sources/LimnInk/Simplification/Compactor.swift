// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// Reduces the number of points by removing exact duplicates and then simplifying the strokes.
public struct Compactor: Hashable, Sendable {
    /// Statistics of a compaction.
    public struct Report: Hashable, Sendable {
        /// The number of points before the compaction.
        public var pointsIn = 0
        /// The number of removed points that equalled their predecessor in every channel except time.
        public var duplicates = 0
        /// The number of points after the compaction.
        public var pointsOut = 0
        /// The largest measured displacement of an edge, in points.
        public var largestEdgeError = 0.0

        /// Makes an empty report.
        public init() {}
    }

    /// The maximum displacement of an edge.
    public var tolerance: Tolerance

    /// Makes a compactor.
    public init(tolerance: Tolerance = .storage) { self.tolerance = tolerance }

    /// Returns the drawing with fewer points, and the statistics.
    ///
    /// Objects, layers and the order of items do not change. Dashed strokes lose only exact duplicates.
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
    /// Removes points that equal their predecessor in every channel except time. This does not change the rendering.
    ///
    /// - Returns: the number of removed points.
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
