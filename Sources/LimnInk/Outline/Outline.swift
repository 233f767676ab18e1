// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A builder for the filled outline of a stroke of varying width, for the non-zero winding rule.
///
/// The stroke is the area swept by a disc whose center and radius change linearly between points. Between two points,
/// the swept area is the convex hull of both discs, bounded by their outer tangents. The union of these hulls is
/// exactly the stroke. It has round caps and joins and no gaps.
///
/// A run of hulls becomes one closed subpath. The subpath follows the left tangents to the end, goes around the last
/// disc, returns along the right tangents, and goes around the first disc. On the outer side of a turn, an arc joins
/// two tangents. On the inner side, the subpath goes through the center of the disc. So the subpath is the sum of the
/// boundaries of tangent quadrilaterals and sectors, all with the same orientation. Its winding number at a point is
/// the number of these pieces that cover the point: zero outside the stroke and nonzero inside. If a disc contains its
/// neighbor, there are no tangents, and a new run starts.
public struct Outline: Hashable, Sendable {
    /// The maximum distance of the outline from the exact edge. Arcs that are flatter than this become lines, and
    /// vertices that are closer together are merged.
    public var tolerance: Tolerance

    /// Makes an outline builder.
    public init(tolerance: Tolerance = .outline) { self.tolerance = tolerance }

    struct Disc {
        var center: Point
        var radius: Double

        func contains(_ other: Disc) -> Bool { center.distance(to: other.center) + other.radius <= radius }
    }

    /// Returns the outline of a stroke, or an empty path if nothing is painted.
    ///
    /// - Parameters:
    ///   - positions: the points of the center line, in page space.
    ///   - widths: the full width at each point, in points.
    public func path(positions: [Point], widths: [Double]) -> Path {
        var path = Path()
        var run: [Disc] = []
        // Whether the run's first disc lies inside the previous run. Such a disc needs no subpath of its own.
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

    /// Returns a circle as a closed subpath with the same orientation as the runs of an outline.
    static func circle(_ center: Point, radius: Double) -> Path {
        var path = Path()
        path.move(to: center + Vector(dx: radius, dy: 0))
        path.arc(
            center: center, radius: radius, start: UnitVector(unchecked: Vector(dx: 1, dy: 0)), sweep: -2 * .pi)
        path.close()
        return path
    }
}
