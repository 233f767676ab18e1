// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A round eraser that was led along a path.
///
/// Ink is under the eraser where a disc of a stroke overlaps one of the eraser. For a piece of a stroke between two points and
/// a piece of the eraser's path, the distance of the centre from the path is convex along the piece, and the radius linear;
/// so what is under the eraser is one interval, whose ends are roots of linear and quadratic equations.
public struct Eraser: Hashable, Sendable {
    /// The path of its centre, in page space.
    public var path: [Point]
    /// Its radius in points, not negative.
    public var radius: Double

    /// Makes an eraser.
    public init(path: [Point], radius: Double) {
        self.path = path
        self.radius = radius
    }

    /// The box around everything that it touches; nil for an empty path.
    public var bounds: Rect? {
        Rect(containing: path)?.expanded(by: radius)
    }

    /// The parts of a stroke that are under the eraser, as intervals of its parameter: a whole number is a point, what lies
    /// between a place on the line between two. Ascending and apart from one another.
    ///
    /// A stroke that is nothing but a dot is under it as a whole, from 0 to 0, or not at all.
    func covered(of stroke: Stroke) -> [ClosedRange<Double>] {
        guard let reach = bounds, let box = stroke.bounds, reach.intersection(box) != nil else { return [] }
        let (discs, segments) = (stroke.discs, segments)
        guard discs.count > 1 else {
            guard let disc = discs.first else { return [] }
            return segments.contains { $0.gap(to: disc.center) < radius + disc.radius } ? [0...0] : []
        }
        var covered: [ClosedRange<Double>] = []
        for index in 1..<discs.count {
            let piece = SweptPiece(from: discs[index - 1], to: discs[index], radius: radius)
            let box = piece.reach
            for segment in segments where segment.mayTouch(box) {
                guard let range = piece.covered(by: segment) else { continue }
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

    /// Joins intervals that overlap or touch.
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
    /// The discs that the stroke is swept by; square caps reach √2 half widths, so all discs of such strokes do.
    var discs: [Outline.Disc] {
        let reach = brush.cap == .square ? 2.0.squareRoot() / 2 : 0.5
        return zip(points.positions, points.widths).map { Outline.Disc(center: $0, radius: $1 * reach) }
    }
}

/// A piece of an eraser's path.
struct EraserSegment {
    var start: Point
    var end: Point

    /// The distance of a point from the segment.
    func gap(to point: Point) -> Double {
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

/// A piece of a stroke between two discs, whose radii are larger by an eraser's.
struct SweptPiece {
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

    /// A box around all places that can be the middle of an eraser that touches the piece.
    var reach: Rect {
        let r = radius + max(growth, 0)
        let end = start + along
        return Rect(
            x0: min(start.x, end.x) - r, y0: min(start.y, end.y) - r, x1: max(start.x, end.x) + r,
            y1: max(start.y, end.y) + r)
    }

    /// The distance of the disc at `t` from a segment, less its radius: negative where they overlap.
    private func gap(at t: Double, _ segment: EraserSegment) -> Double {
        segment.gap(to: start + along * t) - (radius + growth * t)
    }

    /// The interval within 0…1 in which the piece overlaps a segment; nil for none.
    func covered(by segment: EraserSegment) -> ClosedRange<Double>? {
        var places = [0.0, 1.0]
        places += roots(around: segment.start)
        places += roots(around: segment.end)
        places += roots(beside: segment)
        places = places.filter { $0 >= 0 && $0 <= 1 }.sorted()
        // The function is convex, so between two of its zeros the sign does not change.
        var covered: ClosedRange<Double>?
        for (from, to) in zip(places, places.dropFirst()) where gap(at: (from + to) / 2, segment) < 0 {
            covered = min(covered?.lowerBound ?? from, from)...max(covered?.upperBound ?? to, to)
        }
        return covered
    }

    /// Where the distance from a point is the radius: |s + d t|² = (r + g t)².
    private func roots(around point: Point) -> [Double] {
        let s = start - point
        let a = along.squaredLength - growth * growth
        let b = 2 * (s.dot(along) - radius * growth)
        let c = s.squaredLength - radius * radius
        guard a != 0 else { return b != 0 ? [-c / b] : [] }
        let discriminant = b * b - 4 * a * c
        guard discriminant >= 0 else { return [] }
        // Without cancellation: the root of larger magnitude first, the other from the product of both.
        let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot()) / 2
        return q == 0 ? [0] : [q / a, c / q]
    }

    /// Where the distance from the line through a segment is the radius, on either side.
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
