// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import LimnGeometry
package import LimnInk

/// The strokes of a page that lie in the boxes of fields.
package struct FieldInk {
    /// A place for ink.
    package struct Box: Hashable, Sendable {
        /// The rectangle in page space.
        package var rect: Rect
        /// How far ink may lie beyond it, in points: people do not keep to lines.
        package var margin: Double

        package init(_ rect: Rect, margin: Double) { (self.rect, self.margin) = (rect, margin) }
    }

    /// For each box, the indices of its strokes, in their order.
    package let strokes: [[Int]]
    /// The bounds of the strokes that may be ink of a field, by their indices.
    private let bounds: [Int: Rect]

    /// The share of a stroke's length that lies in its box.
    private static let share = 0.6
    /// The number of places along a stroke that are looked at.
    private static let samples = 32

    /// Sorts strokes into boxes. A stroke is in the box that has the greatest share of it, of equal ones in the smallest; one that
    /// lies mostly in none is in none. Marks of a highlighter and filled shapes are in none.
    package init(_ drawing: Drawing, in boxes: [Box]) {
        var found = [[Int]](repeating: [], count: boxes.count)
        var all: [Int: Rect] = [:]
        for (index, stroke) in drawing.strokes.prefix(HandwritingLayout.strokeLimit).enumerated()
        where stroke.brush.kind == .pen && stroke.brush.fill == nil {
            let places = Self.places(along: stroke.points.positions.filter { $0.x.isFinite && $0.y.isFinite })
            guard let bounds = Rect(containing: places) else { continue }
            all[index] = bounds
            var best: (share: Int, inside: Int, area: Double, box: Int)?
            for (number, box) in boxes.enumerated() {
                let wide = box.rect.expanded(by: box.margin)
                guard wide.minX <= bounds.maxX, bounds.minX <= wide.maxX, wide.minY <= bounds.maxY,
                    bounds.minY <= wide.maxY
                else { continue }
                let share = places.count { wide.contains($0) }
                guard Double(share) >= Self.share * Double(places.count) else { continue }
                let here = (share, places.count { box.rect.contains($0) }, box.rect.width * box.rect.height, number)
                if best.map({ ($0.inside, $0.share, -$0.area) < (here.1, here.0, -here.2) }) ?? true { best = here }
            }
            if let best { found[best.box].append(index) }
        }
        (strokes, bounds) = (found, all)
    }

    /// How far other ink is from that of a box at least, in heights of the box's ink. What is nearer may belong to it.
    private static let distance = 0.6
    /// The part of their heights that ink shares with its neighbor, at least.
    private static let level = 0.5
    /// The height of ink at least, as a share of its box's: a dash has none.
    private static let leastHeight = 0.4
    /// The height of a stroke that is no letter beside it, in heights of the ink: a drawing.
    private static let drawing = 3.0

    /// Whether ink beside that of a box may belong to it: the value may go on beyond the box.
    ///
    /// - Parameters:
    ///   - number: the index of the box.
    ///   - rect: its rectangle in page space.
    ///   - isLoose: whether only strokes in no box count.
    package func isCrowded(_ number: Int, in rect: Rect, isLoose: Bool = false) -> Bool {
        let own = Set(strokes[number])
        guard let ink = Rect(containing: own.compactMap { bounds[$0] }.flatMap(\.corners)) else { return false }
        let others = isLoose ? Set(strokes.joined()) : own
        let height = max(ink.height, Self.leastHeight * rect.height)
        return bounds.contains { index, other in
            guard !others.contains(index), other.height <= Self.drawing * height,
                !(other.width > Self.drawing * height && other.height < 0.1 * other.width)
            else { return false }
            let gap = max(other.minX - ink.maxX, ink.minX - other.maxX)
            let shared = min(other.maxY, ink.maxY) - max(other.minY, ink.minY)
            // A level dash has no height, and shares all of it.
            return gap <= Self.distance * height && shared >= Self.level * min(other.height, ink.height)
        }
    }

    /// Returns places at equal distances along a line.
    static func places(along points: [Point]) -> [Point] {
        let length = zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
        guard length > 0, length.isFinite else { return Array(points.prefix(1)) }
        let interval = length / Double(samples)
        var (found, left) = ([points[0]], interval)
        for (from, to) in zip(points, points.dropFirst()) {
            let step = (to - from).length
            var done = 0.0
            while step - done >= left, found.count <= samples {
                done += left
                let share = done / step
                found.append(Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share))
                left = interval
            }
            left -= step - done
        }
        return found
    }
}

/// Lines of a value without wide gaps, such as those between the cells of a comb, which readers of words do not know.
package enum GapClosing {
    /// The widest gap that stays, and how wide others become, in heights of the ink.
    private static let (widest, narrow) = (0.5, 0.35)
    /// The widest gap between the digits of a number, in heights of the ink. Where it is wider, there may be two numbers.
    private static let widestInNumber = 0.8

    /// Whether a gap is so wide that the lines may be several values.
    package static func isApart(_ lines: [[Point]]) -> Bool {
        guard let box = Rect(containing: lines.joined()), box.height > 0 else { return false }
        var end = Double.infinity
        for (left, right) in lines.map({ ($0.map(\.x).min() ?? 0, $0.map(\.x).max() ?? 0) }).sorted(by: { $0.0 < $1.0 })
        {
            if left - end > widestInNumber * box.height { return true }
            end = end.isFinite ? max(end, right) : right
        }
        return false
    }

    /// Returns the lines with what is right of wide gaps moved to the left.
    package static func closed(_ lines: [[Point]]) -> [[Point]] {
        guard let box = Rect(containing: lines.joined()), box.height > 0 else { return lines }
        let edges = lines.map { line in (line.map(\.x).min() ?? 0, line.map(\.x).max() ?? 0) }
        var (moved, end, shift) = (lines, -Double.infinity, 0.0)
        for index in lines.indices.sorted(by: { edges[$0].0 < edges[$1].0 }) {
            let gap = edges[index].0 - end
            if end.isFinite, gap > widest * box.height { shift += gap - narrow * box.height }
            end = max(end, edges[index].1)
            if shift > 0 { moved[index] = lines[index].map { Point(x: $0.x - shift, y: $0.y) } }
        }
        return moved
    }
}
