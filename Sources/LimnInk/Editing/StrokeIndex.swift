// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// Finds the strokes near a place without looking at all of them: a packed R-tree over the strokes' boxes.
///
/// Boxes are sorted into tiles (sort-tile-recursive packing; Leutenegger, Lopez and Edgington 1997) and sixteen neighbours
/// share a box on the level above. It is made for one state of a drawing; making it anew for 10,000 strokes takes some
/// milliseconds.
public struct StrokeIndex: Sendable {
    private static let fanout = 16

    /// A box of four numbers; smaller than a ``Rect`` with its methods matters here.
    private struct Node {
        var box: Rect
        /// The first child on the level below, or the stroke.
        var first: Int
        var count: Int
    }

    /// From the strokes' own boxes to the root's children.
    private var levels: [[Node]] = []

    /// Sorts the strokes of a drawing; strokes without points are never found.
    public init(_ drawing: Drawing) {
        var nodes: [Node] = []
        nodes.reserveCapacity(drawing.strokes.count)
        for (index, stroke) in drawing.strokes.enumerated() {
            if let box = stroke.bounds { nodes.append(Node(box: box, first: index, count: 0)) }
        }
        Self.tile(&nodes)
        levels = [nodes]
        while let below = levels.last, below.count > Self.fanout {
            levels.append(
                stride(from: 0, to: below.count, by: Self.fanout).map { first in
                    let children = below[first..<min(first + Self.fanout, below.count)]
                    let box = children.dropFirst().reduce(children[first].box) { $0.union($1.box) }
                    return Node(box: box, first: first, count: children.count)
                })
        }
    }

    /// Sorts boxes into vertical slices by their middle, and each slice from top to bottom.
    private static func tile(_ nodes: inout [Node]) {
        guard nodes.count > fanout else { return }
        nodes.sort { $0.box.minX + $0.box.maxX < $1.box.minX + $1.box.maxX }
        let tiles = (Double(nodes.count) / Double(fanout)).rounded(.up)
        let slice = Int((tiles.squareRoot()).rounded(.up)) * fanout
        for start in stride(from: 0, to: nodes.count, by: slice) {
            nodes[start..<min(start + slice, nodes.count)].sort {
                $0.box.minY + $0.box.maxY < $1.box.minY + $1.box.maxY
            }
        }
    }

    /// The strokes whose box meets a rectangle, ascending.
    public func strokes(meeting area: Rect) -> [Int] {
        guard let top = levels.last else { return [] }
        var found: [Int] = []
        var pending = top.indices.map { (levels.count - 1, $0) }
        while let (level, index) = pending.popLast() {
            let node = levels[level][index]
            guard node.box.intersection(area) != nil else { continue }
            if level == 0 {
                found.append(node.first)
            } else {
                pending += (node.first..<(node.first + node.count)).map { (level - 1, $0) }
            }
        }
        return found.sorted()
    }

    /// The strokes that an eraser may touch, for ``Drawing/erasing(under:among:)``.
    public func strokes(near eraser: Eraser) -> [Int] { eraser.bounds.map { strokes(meeting: $0) } ?? [] }

    /// The topmost stroke at a place.
    ///
    /// - Parameters:
    ///   - point: the place, in page space.
    ///   - reach: how far, in points, the ink may be away.
    ///   - drawing: the drawing that the index was made for.
    public func stroke(at point: Point, reach: Double = 0, in drawing: Drawing) -> Int? {
        // A finger of no size touches what it is in.
        let finger = Eraser(path: [point], radius: max(reach, 1e-9))
        return drawing.strokes(under: finger, among: strokes(near: finger)).last
    }
}
