// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// Builds the filled outline of a stroke of varying width, for the non-zero winding rule.
///
/// The stroke is the area swept by a disc whose centre and radius change linearly between points. Between two points
/// this is the convex hull of both discs, bounded by their outer tangents. The union of these hulls has round caps
/// and round joins, has no gaps, and is exact.
///
/// A run of hulls becomes one closed subpath. It follows the left tangents to the end, goes around the last disc,
/// returns along the right tangents, and goes around the first disc. On the outer side of a turn, an arc joins two
/// tangents. On the inner side, the path goes through the centre of the disc. So the subpath is the sum of the
/// boundaries of tangent quadrilaterals and sectors, all with the same orientation. Its winding number at a point is
/// the number of these pieces that cover the point: zero outside, never zero inside. If one disc contains its
/// neighbour, there are no tangents, and a new run starts.
public struct Outline: Hashable, Sendable {
    /// The maximum distance of the outline from the exact edge. Flatter arcs become lines, and vertices closer
    /// together than this are merged.
    public var tolerance: Tolerance

    /// Makes an outline builder.
    public init(tolerance: Tolerance = .outline) { self.tolerance = tolerance }

    struct Disc {
        var center: Point
        var radius: Double

        func contains(_ other: Disc) -> Bool { center.distance(to: other.center) + other.radius <= radius }
    }

    /// The outline of a stroke; empty if nothing is painted.
    ///
    /// - Parameters:
    ///   - positions: the points of the centre line.
    ///   - widths: the full width at each point, in points.
    public func path(positions: [Point], widths: [Double]) -> Path {
        var path = Path()
        var run: [Disc] = []
        // A single disc that the previous run covers needs no subpath.
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

    /// A circle as a closed subpath with the same orientation as the runs of an outline.
    static func circle(_ center: Point, radius: Double) -> Path {
        var path = Path()
        path.move(to: center + Vector(dx: radius, dy: 0))
        path.arc(
            center: center, radius: radius, start: UnitVector(unchecked: Vector(dx: 1, dy: 0)), sweep: -2 * .pi)
        path.close()
        return path
    }
}
