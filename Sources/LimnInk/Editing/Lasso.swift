// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A closed polygon that selects items.
public struct Lasso: Hashable, Sendable {
    /// The part of a stroke that must lie inside the lasso.
    public enum Rule: Hashable, Sendable {
        /// The whole center line.
        case whole
        /// More than half of the center line's length; for a dot, its center.
        case half
        /// Any part of the center line; for a dot, its center.
        case any
    }

    /// The vertices in page space. An edge from the last to the first closes the polygon.
    public var corners: [Point]

    /// Makes a lasso. With fewer than three corners it selects nothing.
    public init(corners: [Point]) { self.corners = corners }

    /// Returns whether a point is inside by the even-odd rule. The result for points on an edge is not specified.
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

    /// Returns whether the lasso selects a stroke. Only its center line counts, not its width.
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

    /// Returns the length of the parts of a line segment that lie inside the lasso.
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

extension Lasso {
    /// Returns whether the lasso selects an object.
    ///
    /// The rule applies to the length of the outline of the object's box (``PageObject/corners``). With ``Rule/any``, a
    /// lasso inside the box also selects the object.
    public func selects(_ object: PageObject, _ rule: Rule = .half) -> Bool {
        let box = object.corners
        guard corners.count > 2, let first = box.first, object.bounds != nil else { return false }
        var (inside, length) = (0.0, 0.0)
        for (a, b) in zip(box, box.dropFirst() + [first]) {
            length += a.distance(to: b)
            inside += lengthInside(a, b)
        }
        guard length > 0 else { return contains(first) }
        switch rule {
        case .whole: return inside >= length * (1 - 1e-9)
        case .half: return inside > length / 2
        case .any:
            // A lasso inside the object's box crosses none of its edges.
            let outline = Lasso(corners: box)
            return inside > 0 || corners.contains { outline.contains($0) }
        }
    }

    /// Returns whether the lasso selects an item: a stroke by its center line, an object by its box.
    public func selects(_ item: Item, _ rule: Rule = .half) -> Bool {
        switch item {
        case .stroke(let stroke): selects(stroke, rule)
        case .object(let object): selects(object, rule)
        }
    }
}

extension Drawing {
    /// Returns the ascending indices in ``items`` of the items that a lasso selects.
    ///
    /// - Parameter candidates: the indices of the strokes to test, in ``strokes``, for example from a
    ///   ``StrokeIndex``; nil for all. Objects are always tested.
    public func items(in lasso: Lasso, _ rule: Lasso.Rule = .half, among candidates: [Int]? = nil) -> [Int] {
        let found = (candidates ?? Array(strokes.indices)).filter { index in
            strokes.indices.contains(index) && lasso.selects(strokes[index], rule)
        }
        let selected = itemIndices(ofStrokes: found.sorted())
        let others = objectIndices.filter { lasso.selects(objects[$0.object].object, rule) }.map(\.item)
        return others.isEmpty ? selected : (selected + others).sorted()
    }

    /// Returns the index in ``items`` of the topmost item at a point, or nil if there is none.
    ///
    /// - Parameters:
    ///   - point: the point in page space.
    ///   - reach: the maximum distance from the point to the ink of a stroke, in points. Objects have no such margin:
    ///     the point must lie inside their box.
    ///   - strokeIndex: the spatial index of the drawing in its current state.
    public func item(at point: Point, reach: Double = 0, _ strokeIndex: StrokeIndex) -> Int? {
        let stroke = strokeIndex.stroke(at: point, reach: reach, in: self).flatMap {
            itemIndices(ofStrokes: [$0]).first
        }
        let object = objectIndices.last { Lasso(corners: objects[$0.object].object.corners).contains(point) }?.item
        return [stroke, object].compactMap(\.self).max()
    }

    /// The indices of each object in ``objects`` and in ``items``.
    private var objectIndices: [(object: Int, item: Int)] {
        var strokesBelow = 0
        return objects.enumerated().map { index, placed in
            strokesBelow = min(max(placed.strokesBelow, strokesBelow), strokes.count)
            return (index, strokesBelow + index)
        }
    }
}
