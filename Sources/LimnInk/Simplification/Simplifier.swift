// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// Removes points from strokes so that no edge moves by more than a tolerance.
///
/// The algorithm is Ramer–Douglas–Peucker (1972/73) with the error |Δcenter| + |Δradius|. Each removed point is
/// compared with its projection onto the segment that replaces it. The distance to the projection plus the difference
/// of the radii must not exceed the tolerance.
///
/// This bounds the Hausdorff distance between the areas swept by the original and the simplified stroke. Between
/// points, both strokes are linear and the norm is convex, so the bound holds along the whole stroke. The projection is
/// continuous and keeps the ends of the segment fixed, so it covers every point of the segment.
///
/// The remaining points do not change in any channel. The first and the last point always remain.
public struct Simplifier: Hashable, Sendable {
    /// The maximum displacement of an edge.
    public var tolerance: Tolerance

    /// Makes a simplifier.
    public init(tolerance: Tolerance = .storage) { self.tolerance = tolerance }

    /// A simplified stroke and its error.
    public struct Result: Hashable, Sendable {
        /// The simplified stroke.
        public var stroke: Stroke
        /// The largest |Δcenter| + |Δradius| of all removed points, in points (1/72 inch). It never exceeds the
        /// tolerance.
        public var largestEdgeError: Double
    }

    /// Simplifies a stroke.
    ///
    /// Dashed strokes do not change, because removing points would shorten the line and shift the dashes. The opacity
    /// of a removed point differs by at most 1/64 from the interpolated opacity. The running time is linear in the
    /// number of points, because long strokes are simplified in spans of 2,048 segments.
    public func simplify(_ stroke: Stroke) -> Result {
        guard stroke.brush.dash.isEmpty, stroke.points.count > 2 else {
            return Result(stroke: stroke, largestEdgeError: 0)
        }
        let points = stroke.points
        let (indices, error) = keptIndices(
            positions: points.positions, widths: points.widths, opacities: points[.opacity])
        var copy = stroke
        if indices.count < stroke.points.count { copy.points = stroke.points.selecting(indices) }
        return Result(stroke: copy, largestEdgeError: error)
    }

    /// Simplifies every stroke of a drawing. Objects and layers do not change.
    ///
    /// - Returns: the drawing and the largest edge error of all strokes, in points.
    public func simplify(_ drawing: Drawing) -> (drawing: Drawing, largestEdgeError: Double) {
        var copy = drawing
        var error = 0.0
        for i in copy.strokes.indices {
            let result = simplify(copy.strokes[i])
            copy.strokes[i] = result.stroke
            error = max(error, result.largestEdgeError)
        }
        return (copy, error)
    }

    /// The maximum number of segments to simplify at once. It prevents a running time quadratic in the length.
    private static let maximumSpanLength = 2048
    /// The maximum difference between a removed point's opacity and the interpolated opacity. It may be large, because
    /// a stroke is painted with its mean opacity.
    private static let opacityTolerance = 1.0 / 64

    /// Returns the ascending indices of the points to keep, and the largest error of the removed points.
    func keptIndices(
        positions: [Point], widths: [Double], opacities: [Double]? = nil
    ) -> (indices: [Int], largestEdgeError: Double) {
        let count = positions.count
        guard count > 2 else { return (Array(0..<count), 0) }
        var indices = [0]
        var largest = 0.0
        positions.withUnsafeBufferPointer { positions in
            widths.withUnsafeBufferPointer { widths in
                // A stack of the ends of the pending spans, with the leftmost on top, so that the indices are found in
                // ascending order.
                var first = 0
                var pending = [count - 1]
                pending += stride(from: Self.maximumSpanLength, to: count - 1, by: Self.maximumSpanLength).reversed()
                while let last = pending.last {
                    let (farthest, error) = farthestPoint(positions, widths, from: first, to: last)
                    if error <= tolerance.points, let opacities,
                        let split = Self.largestOpacityError(opacities, from: first, to: last)
                    {
                        pending.append(split)
                    } else if error <= tolerance.points {
                        largest = max(largest, error)
                        indices.append(last)
                        first = last
                        pending.removeLast()
                    } else {
                        pending.append(farthest)
                    }
                }
            }
        }
        return (indices, largest)
    }

    /// Returns the index of the point whose opacity differs most from the interpolated opacity, or nil if all points
    /// are within the tolerance.
    private static func largestOpacityError(_ opacities: [Double], from first: Int, to last: Int) -> Int? {
        let slope = (opacities[last] - opacities[first]) / Double(last - first)
        var (index, largest) = (first, opacityTolerance)
        for i in (first + 1)..<max(last, first + 1) {
            let error = (opacities[i] - opacities[first] - slope * Double(i - first)).magnitude
            if error > largest { (index, largest) = (i, error) }
        }
        return index > first ? index : nil
    }

    /// Returns the point with the largest edge error relative to the segment from `first` to `last`, and this error.
    private func farthestPoint(
        _ positions: UnsafeBufferPointer<Point>, _ widths: UnsafeBufferPointer<Double>, from first: Int, to last: Int
    ) -> (index: Int, error: Double) {
        let (start, radius) = (positions[first], widths[first] / 2)
        let chord = positions[last] - start
        let growth = widths[last] / 2 - radius
        let inverse = chord.squaredLength > 0 ? 1 / chord.squaredLength : 0
        var (index, largest) = (first, -1.0)
        for i in (first + 1)..<max(last, first + 1) {
            let offset = positions[i] - start
            let t = min(max(offset.dot(chord) * inverse, 0), 1)
            let (dx, dy) = (offset.dx - chord.dx * t, offset.dy - chord.dy * t)
            let error = (dx * dx + dy * dy).squareRoot() + (widths[i] / 2 - radius - growth * t).magnitude
            // The negated comparison treats NaN as the largest error, so that a point with this error remains.
            if !(error <= largest) { (index, largest) = (i, error) }
            if error.isNaN { return (i, .infinity) }
        }
        return (index, max(largest, 0))
    }
}
