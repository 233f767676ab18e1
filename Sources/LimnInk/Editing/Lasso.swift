// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A closed line that selects the strokes within it.
public struct Lasso: Hashable, Sendable {
    /// How much of a stroke must be inside.
    public enum Rule: Hashable, Sendable {
        /// Every point of its centre line.
        case whole
        /// More than half of the length of its centre line; of a dot the middle.
        case half
        /// Any point of its centre line.
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
        guard let first = positions.first, corners.count > 2 else { return false }
        switch rule {
        case .whole: return positions.allSatisfy(contains)
        case .any: return positions.contains(where: contains)
        case .half:
            var (inside, length) = (0.0, 0.0)
            for (a, b) in zip(positions, positions.dropFirst()) {
                let piece = a.distance(to: b)
                length += piece
                if contains(a.interpolated(to: b, at: 0.5)) { inside += piece }
            }
            return length > 0 ? inside > length / 2 : contains(first)
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
