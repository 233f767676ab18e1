// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A round eraser that moves along a path.
///
/// The eraser covers a point of a stroke if the stroke's disc at that point overlaps the swept area of the eraser. For
/// one segment of the stroke and one segment of the path, the distance to the path segment is a convex function along
/// the stroke segment, and the disc's radius is linear. So the covered part is a single interval, and its ends are
/// roots of linear and quadratic equations.
public struct Eraser: Hashable, Sendable {
    /// The path of the eraser's center, in page space, as a polyline. An eraser that does not move has a path of one
    /// point. An empty path erases nothing.
    public var path: [Point]
    /// The radius in points, not negative.
    public var radius: Double

    /// Makes an eraser.
    ///
    /// Testing a stroke takes time proportional to the number of its segments times the number of path segments. Pairs
    /// of segments whose bounding boxes do not overlap are skipped quickly.
    public init(path: [Point], radius: Double) {
        self.path = path
        self.radius = radius
    }

    /// The bounding box of the erased area; nil if the path is empty.
    public var bounds: Rect? {
        Rect(containing: path)?.expanded(by: radius)
    }

    /// Returns the parts of a stroke that the eraser covers, as ascending, disjoint parameter ranges.
    ///
    /// An integer parameter is the index of a point; a fraction interpolates between two points. For a stroke of one
    /// point, the result is either `[0...0]` or empty.
    func coveredRanges(of stroke: Stroke) -> [ClosedRange<Double>] {
        guard let reach = bounds, let box = stroke.bounds, reach.intersection(box) != nil else { return [] }
        let (discs, segments) = (stroke.discs, segments)
        guard discs.count > 1 else {
            guard let disc = discs.first else { return [] }
            return segments.contains { $0.distance(to: disc.center) < radius + disc.radius } ? [0...0] : []
        }
        var covered: [ClosedRange<Double>] = []
        for index in 1..<discs.count {
            let swept = SweptSegment(from: discs[index - 1], to: discs[index], radius: radius)
            let box = swept.reach
            for segment in segments where segment.mayTouch(box) {
                guard let range = swept.coveredRange(by: segment) else { continue }
                let base = Double(index - 1)
                covered.append((base + range.lowerBound)...(base + range.upperBound))
            }
        }
        return Self.union(covered)
    }

    private var segments: [EraserSegment] {
        path.count == 1
            ? [EraserSegment(start: path[0], end: path[0])]
            : zip(path, path.dropFirst()).map { EraserSegment(start: $0, end: $1) }
    }

    /// Returns the ranges with overlapping and adjacent ranges merged, ascending.
    private static func union(_ ranges: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
        var joined: [ClosedRange<Double>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}

extension Stroke {
    /// The discs whose sweep covers the stroke, one per point. The radius is half the width; for square caps, whose
    /// corners are farther from the end point, it is √2 times larger.
    var discs: [Outline.Disc] {
        let reach = brush.cap == .square ? 2.0.squareRoot() / 2 : 0.5
        return zip(points.positions, points.widths).map { Outline.Disc(center: $0, radius: $1 * reach) }
    }
}

/// A segment of an eraser's path.
struct EraserSegment {
    var start: Point
    var end: Point

    /// Returns the distance from a point to the segment.
    func distance(to point: Point) -> Double {
        let along = end - start
        let length = along.squaredLength
        let t = length > 0 ? min(max((point - start).dot(along) / length, 0), 1) : 0
        return point.distance(to: start + along * t)
    }

    func mayTouch(_ box: Rect) -> Bool {
        max(start.x, end.x) >= box.minX && min(start.x, end.x) <= box.maxX && max(start.y, end.y) >= box.minY
            && min(start.y, end.y) <= box.maxY
    }
}

/// A segment of a stroke between two discs, whose radii are increased by the eraser's radius.
struct SweptSegment {
    private let start: Point
    private let along: Vector
    private let radius: Double
    private let growth: Double

    init(from first: Outline.Disc, to second: Outline.Disc, radius: Double) {
        start = first.center
        along = second.center - first.center
        self.radius = first.radius + radius
        growth = second.radius - first.radius
    }

    /// The bounding box of all eraser centers at which the eraser touches the segment.
    var reach: Rect {
        let r = radius + max(growth, 0)
        let end = start + along
        return Rect(
            x0: min(start.x, end.x) - r, y0: min(start.y, end.y) - r, x1: max(start.x, end.x) + r,
            y1: max(start.y, end.y) + r)
    }

    /// Returns the distance from the disc's center at `t` to a segment, minus the disc's radius. A negative value means
    /// that they overlap.
    private func gap(at t: Double, _ segment: EraserSegment) -> Double {
        segment.distance(to: start + along * t) - (radius + growth * t)
    }

    /// Returns the range within 0…1 in which the disc overlaps a segment, or nil if there is none.
    func coveredRange(by segment: EraserSegment) -> ClosedRange<Double>? {
        var parameters = [0.0, 1.0]
        parameters += roots(around: segment.start)
        parameters += roots(around: segment.end)
        parameters += roots(beside: segment)
        parameters = parameters.filter { $0 >= 0 && $0 <= 1 }.sorted()
        // The distance function is convex, so its sign is constant between successive roots.
        var covered: ClosedRange<Double>?
        for (from, to) in zip(parameters, parameters.dropFirst()) where gap(at: (from + to) / 2, segment) < 0 {
            covered = min(covered?.lowerBound ?? from, from)...max(covered?.upperBound ?? to, to)
        }
        return covered
    }

    /// Returns the parameters at which the distance to a point equals the radius: |s + d t|² = (r + g t)².
    private func roots(around point: Point) -> [Double] {
        let s = start - point
        let a = along.squaredLength - growth * growth
        let b = 2 * (s.dot(along) - radius * growth)
        let c = s.squaredLength - radius * radius
        guard a != 0 else { return b != 0 ? [-c / b] : [] }
        let discriminant = b * b - 4 * a * c
        guard discriminant >= 0 else { return [] }
        // To avoid cancellation, the root of larger magnitude is computed first, and the other one from their product.
        let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot()) / 2
        return q == 0 ? [0] : [q / a, c / q]
    }

    /// Returns the parameters at which the distance to the line through a segment equals the radius, on either side.
    private func roots(beside segment: EraserSegment) -> [Double] {
        guard let direction = UnitVector(segment.end - segment.start) else { return [] }
        let offset = direction.vector.cross(start - segment.start)
        let slope = direction.vector.cross(along)
        var roots: [Double] = []
        for side in [1.0, -1.0] {
            let change = side * slope - growth
            if change != 0 { roots.append((radius - side * offset) / change) }
        }
        return roots
    }
}
