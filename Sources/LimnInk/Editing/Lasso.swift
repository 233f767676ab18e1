// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A closed line that selects the strokes within it.
public struct Lasso: Hashable, Sendable {
    /// How much of a stroke must be inside.
    public enum Rule: Hashable, Sendable {
        /// All of its centre line.
        case whole
        /// More than half of the length of its centre line; of a dot the middle.
        case half
        /// Any of its centre line; of a dot the middle.
        case any
    }

    /// The corners, in page space; the last is joined with the first.
    public var corners: [Point]

    /// Makes a lasso.
    public init(corners: [Point]) { self.corners = corners }

    /// Whether a place is inside, by the even-odd rule; on the line either may be.
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

    /// The box around it; nil without corners.
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

    /// How much of the line between two places is inside: it is cut where it crosses the lasso.
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
    /// The strokes that a lasso selects, ascending.
    ///
    /// - Parameter candidates: the strokes to look at, as a ``StrokeIndex`` finds them; nil for all.
    public func strokes(in lasso: Lasso, _ rule: Lasso.Rule = .half, among candidates: [Int]? = nil) -> [Int] {
        (candidates ?? Array(strokes.indices)).filter { index in
            strokes.indices.contains(index) && lasso.selects(strokes[index], rule)
        }
    }
}
