// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// Leaves out points of strokes so that no edge moves by more than a tolerance.
///
/// The method is Ramer–Douglas–Peucker (1972/73) with the norm |Δcentre| + |Δradius| at matched parameters: each
/// point left out has a partner on the segment that replaces it, and the sum of the distance to the partner's
/// centre and the difference of both radii is at most the tolerance. Between points both sides are linear and the
/// norm is convex, so the bound holds along the whole stroke; as partners depend continuously on their points and
/// the ends of a segment are their own partners, every place of the segment is somebody's partner. Hence the areas
/// swept before and after lie within the tolerance of one another, both ways (Hausdorff).
///
/// Only existing points are kept, with all their channels; the first and the last one always are.
public struct Simplifier: Hashable, Sendable {
    /// The largest distance by which an edge may move.
    public var tolerance: Tolerance

    /// Makes a simplifier.
    public init(tolerance: Tolerance = .storage) { self.tolerance = tolerance }

    /// A simplified stroke and the largest edge error that simplification made.
    public struct Result: Hashable, Sendable {
        /// The simplified stroke.
        public var stroke: Stroke
        /// The largest |Δcentre| + |Δradius| of the points left out, in points; never above the tolerance.
        public var largestEdgeError: Double
    }

    /// Simplifies a stroke.
    ///
    /// Dashed strokes stay as they are: leaving out points shortens a line and would move its dashes along.
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

    /// Simplifies every stroke of a drawing.
    ///
    /// - Returns: the drawing and the largest edge error of all its strokes, in points.
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

    /// Longer lines are cut at every so many points before anything else, so that the work does not grow with the square of
    /// their length where each point found is next to an end.
    private static let longest = 2048
    /// How far opacity may stray from what is interpolated: a stroke is painted with its mean.
    private static let opacityTolerance = 1.0 / 64

    /// The indices of the points to keep, ascending, and the largest error of the others.
    func keptIndices(
        positions: [Point], widths: [Double], opacities: [Double]? = nil
    ) -> (indices: [Int], largestEdgeError: Double) {
        let count = positions.count
        guard count > 2 else { return (Array(0..<count), 0) }
        var indices = [0]
        var largest = 0.0
        positions.withUnsafeBufferPointer { positions in
            widths.withUnsafeBufferPointer { widths in
                // Spans still to be looked at, the leftmost on top, so that indices come out in order.
                var first = 0
                var pending = [count - 1]
                pending += stride(from: Self.longest, to: count - 1, by: Self.longest).reversed()
                while let last = pending.last {
                    let (farthest, error) = farthestPoint(positions, widths, from: first, to: last)
                    if error <= tolerance.points, let opacities,
                        let split = Self.strayingOpacity(opacities, from: first, to: last)
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

    /// The point between two others whose opacity strays farthest from what is interpolated; nil where all are close.
    private static func strayingOpacity(_ opacities: [Double], from first: Int, to last: Int) -> Int? {
        let slope = (opacities[last] - opacities[first]) / Double(last - first)
        var (index, largest) = (first, opacityTolerance)
        for i in (first + 1)..<max(last, first + 1) {
            let error = (opacities[i] - opacities[first] - slope * Double(i - first)).magnitude
            if error > largest { (index, largest) = (i, error) }
        }
        return index > first ? index : nil
    }

    /// The point between two others whose edge error against the segment that joins them is largest.
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
            // Written so that a NaN counts as the worst error and its point is kept.
            if !(error <= largest) { (index, largest) = (i, error) }
            if error.isNaN { return (i, .infinity) }
        }
        return (index, max(largest, 0))
    }
}
