// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A closed polygon that selects strokes.
public struct Lasso: Hashable, Sendable {
    /// How much of a stroke must lie inside the lasso.
    public enum Rule: Hashable, Sendable {
        /// The whole centre line.
        case whole
        /// More than half of the centre line's length; for a dot, its centre.
        case half
        /// Any part of the centre line; for a dot, its centre.
        case any
    }

    /// The vertices in page space. An edge from the last to the first closes the polygon.
    public var corners: [Point]

    /// Makes a lasso.
    public init(corners: [Point]) { self.corners = corners }

    /// Whether a point is inside by the even-odd rule. The result for points on an edge is not specified.
    public func contains(_ point: Point) -> Bool {
        var inside = false
        var previous = corners.last ?? point
        for corner in corners {
            if (corner.y > point.y) != (previous.y > point.y) {
                let t = (point.y - corner.y) / (previous.y - corner.y)
                if point.x < corner.x + (previous.x - corner.x) * t { inside.toggle() }
            }
            previous = corner
        }
        return inside
    }

    /// The bounding box; nil if there are no vertices.
    public var bounds: Rect? { Rect(containing: corners) }

    /// Whether the lasso selects a stroke.
    public func selects(_ stroke: Stroke, _ rule: Rule = .half) -> Bool {
        let positions = stroke.points.positions
        guard let first = positions.first, corners.count > 2, let bounds else { return false }
        if rule == .whole, !positions.allSatisfy({ bounds.contains($0) }) { return false }
        var (inside, length) = (0.0, 0.0)
        for (a, b) in zip(positions, positions.dropFirst()) {
            length += a.distance(to: b)
            inside += lengthInside(a, b)
        }
        guard length > 0 else { return contains(first) }
        return switch rule {
        case .whole: inside >= length * (1 - 1e-9)
        case .half: inside > length / 2
        case .any: inside > 0
        }
    }

    /// The length of the part of a line segment that lies inside. The segment is split where it crosses the lasso.
    private func lengthInside(_ a: Point, _ b: Point) -> Double {
        let along = b - a
        var cuts = [0.0, 1.0]
        for (start, end) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            let edge = end - start
            let cross = along.cross(edge)
            guard cross != 0 else { continue }
            let t = (start - a).cross(edge) / cross
            let s = (start - a).cross(along) / cross
            if t > 0, t < 1, s >= 0, s <= 1 { cuts.append(t) }
        }
        cuts.sort()
        return zip(cuts, cuts.dropFirst()).reduce(0) { sum, cut in
            contains(a.interpolated(to: b, at: (cut.0 + cut.1) / 2)) ? sum + (cut.1 - cut.0) * along.length : sum
        }
    }
}

extension Drawing {
    /// The indices of the strokes that a lasso selects, ascending.
    ///
    /// - Parameter candidates: the indices of the strokes to test, for example from a ``StrokeIndex``; nil for all.
    public func strokes(in lasso: Lasso, _ rule: Lasso.Rule = .half, among candidates: [Int]? = nil) -> [Int] {
        (candidates ?? Array(strokes.indices)).filter { index in
            strokes.indices.contains(index) && lasso.selects(strokes[index], rule)
        }
    }
}
