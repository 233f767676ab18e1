// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// The filled shape of a stroke: the union of the hulls of each two successive discs, to be filled non-zero.
///
/// A stroke of varying width sweeps a disc whose centre and radius change linearly between points. Between two
/// discs that is the hull of both, bounded by their outer tangents; the union of all hulls has round caps and round
/// joins, no cracks, and is exact for linear width.
///
/// A run of hulls becomes one closed subpath: along the left tangents to the end, around the last disc, back along
/// the right tangents, around the first disc. On the outer side of a turn an arc joins two tangents; on the inner
/// side the path goes through the centre of the disc. The subpath then is the sum of the boundaries of pieces
/// (tangent quadrilaterals and sectors) that all turn the same way, so its winding number is the number of pieces
/// that cover a place: zero outside, never zero inside. Where one disc contains its neighbour there are no tangents
/// and a new run starts.
public struct Outline: Hashable, Sendable {
    /// How far an edge of the outline may lie from the exact one: arcs flatter than this become lines, vertices
    /// closer together than this become one.
    public var tolerance: Tolerance

    /// Makes an outline builder.
    public init(tolerance: Tolerance = .outline) { self.tolerance = tolerance }

    struct Disc {
        var center: Point
        var radius: Double

        func contains(_ other: Disc) -> Bool { center.distance(to: other.center) + other.radius <= radius }
    }

    /// The outline of a stroke's points; empty when nothing is painted.
    ///
    /// - Parameters:
    ///   - positions: the centres.
    ///   - widths: the full width at each centre, in points.
    public func path(positions: [Point], widths: [Double]) -> Path {
        var path = Path()
        var run: [Disc] = []
        // A lone disc that its neighbour covers needs no subpath of its own.
        var coveredByPrevious = false
        for (center, width) in zip(positions, widths) {
            let disc = Disc(center: center, radius: max(width / 2, 0))
            guard let last = run.last else {
                run.append(disc)
                continue
            }
            if last.contains(disc) {
                if disc.contains(last) { continue }
                append(run, coveredByPrevious: coveredByPrevious, to: &path)
                run = [disc]
                coveredByPrevious = true
            } else if disc.contains(last) {
                if run.count > 1 { append(run, coveredByPrevious: false, to: &path) }
                run = [disc]
                coveredByPrevious = false
            } else {
                run.append(disc)
            }
        }
        append(run, coveredByPrevious: coveredByPrevious, to: &path)
        return path
    }

    private func append(_ run: [Disc], coveredByPrevious: Bool, to path: inout Path) {
        guard let first = run.first else { return }
        if run.count == 1 {
            if !coveredByPrevious && first.radius > 0 { path.append(Self.circle(first.center, radius: first.radius)) }
            return
        }
        OutlineRun(discs: run, tolerance: tolerance.points).append(to: &path)
    }

    /// A circle as a closed subpath that turns the way the runs of an outline do.
    static func circle(_ center: Point, radius: Double) -> Path {
        var path = Path()
        path.move(to: center + Vector(dx: radius, dy: 0))
        path.arc(
            center: center, radius: radius, start: UnitVector(unchecked: Vector(dx: 1, dy: 0)), sweep: -2 * .pi)
        path.close()
        return path
    }
}
