// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// A stroke as lines of one width each, which take far fewer numbers than its outline.
///
/// At matched parameters |Δcentre| + |Δradius| stays within a tolerance, as in ``Simplifier``: a run takes in points as
/// long as half the range of their radii is within it, and what that leaves goes to leaving out points. Successive runs
/// share their point, and each covers whole discs there, so that the areas swept before and after lie within the
/// tolerance of one another. A segment whose width changes faster is cut.
struct LineRuns {
    /// A polyline with round caps and joins.
    struct Run {
        var positions: [Point]
        var width: Double
        /// The largest |Δcentre| + |Δradius| of what it stands for, in points.
        var edgeError: Double
    }

    let tolerance: Double
    /// The least range of radii that is worth a run, so that a tolerance of 0 does not cut without end.
    private static let leastReach = 1e-3

    /// Whether a stroke may be painted piece by piece: what shows through would darken where pieces overlap.
    static func suits(_ stroke: Stroke, unit: Double) -> Bool {
        let (points, brush) = (stroke.points, stroke.brush)
        return brush.kind != .highlighter && brush.color.alpha >= 1 && brush.dash.isEmpty && (brush.fill ?? 0) <= 0
            && points.isValid && points.positions.contains { $0 != points.positions[0] }
            // Thinner lines than a unit cannot be written.
            && points.widths.allSatisfy { $0 >= 2 * unit }
    }

    /// Cuts a stroke of at least two points.
    func cut(positions: [Point], widths: [Double]) -> [Run] {
        var runs: [Run] = []
        let reach = max(tolerance, Self.leastReach)
        var start = 0
        while start + 1 < positions.count {
            var (low, high) = (widths[start] / 2, widths[start] / 2)
            var end = start
            while end + 1 < positions.count {
                let radius = widths[end + 1] / 2
                guard max(high, radius) - min(low, radius) <= 2 * reach else { break }
                (low, high) = (min(low, radius), max(high, radius))
                end += 1
            }
            if end == start {
                end += 1
                runs += pieces(positions[start], positions[end], widths[start], widths[end], reach)
            } else {
                let part = Array(positions[start...end])
                let left = Tolerance(points: max(0, tolerance - (high - low) / 2)) ?? .exact
                let points = StrokePoints(part, width: 1)
                let kept = Simplifier(tolerance: left).simplify(Stroke(brush: Brush(), points: points))
                runs.append(
                    Run(
                        positions: kept.stroke.points.positions, width: low + high,
                        edgeError: kept.largestEdgeError + (high - low) / 2))
            }
            start = end
        }
        return runs
    }

    private func pieces(_ a: Point, _ b: Point, _ from: Double, _ to: Double, _ reach: Double) -> [Run] {
        let count = Int(((to - from).magnitude / (4 * reach)).rounded(.up))
        return (0..<count).map { index in
            let (t, u) = (Double(index) / Double(count), Double(index + 1) / Double(count))
            return Run(
                positions: [a.interpolated(to: b, at: t), a.interpolated(to: b, at: u)],
                width: from + (to - from) * (t + u) / 2, edgeError: (to - from).magnitude / Double(4 * count))
        }
    }
}
