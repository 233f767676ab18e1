// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A spatial index of a drawing's strokes: a packed R-tree over their bounding boxes.
///
/// The tree is built by sort-tile-recursive packing (Leutenegger, Lopez and Edgington 1997) with 16 children per node.
/// An index is valid only until the drawing changes. Building it for 10,000 strokes takes a few milliseconds.
public struct StrokeIndex: Sendable {
    private static let fanout = 16

    /// A node of the tree: a bounding box and its children.
    private struct Node {
        var box: Rect
        /// The index of the first child on the level below; on the lowest level, the index of the stroke in the
        /// drawing.
        var first: Int
        var count: Int
    }

    /// The levels of the tree, from the strokes' boxes up to the topmost level.
    private var levels: [[Node]] = []

    /// Builds the index of a drawing. It excludes strokes that have no points.
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

    /// Sorts boxes into vertical slices by the x coordinates of their centers, and each slice by the y coordinates.
    private static func tile(_ nodes: inout [Node]) {
        guard nodes.count > fanout else { return }
        nodes.sort { $0.box.minX + $0.box.maxX < $1.box.minX + $1.box.maxX }
        let tiles = (Double(nodes.count) / Double(fanout)).rounded(.up)
        let slice = Int(clamping: tiles.squareRoot().rounded(.up)) * fanout
        for start in stride(from: 0, to: nodes.count, by: slice) {
            nodes[start..<min(start + slice, nodes.count)].sort {
                $0.box.minY + $0.box.maxY < $1.box.minY + $1.box.maxY
            }
        }
    }

    /// Returns the ascending indices of the strokes whose bounding box intersects a rectangle.
    ///
    /// For small rectangles, the running time is logarithmic in the number of strokes and linear in the number of
    /// results.
    ///
    /// - Parameter area: a rectangle in page space, in points.
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

    /// Returns the indices of the strokes that an eraser may touch, as candidates for
    /// ``Drawing/erasing(under:among:)``.
    public func strokes(near eraser: Eraser) -> [Int] { eraser.bounds.map { strokes(meeting: $0) } ?? [] }

    /// Returns the index of the topmost stroke at a point, or nil if there is none.
    ///
    /// - Parameters:
    ///   - point: the point in page space.
    ///   - reach: the maximum distance from the point to the ink, in points.
    ///   - drawing: the drawing that the index was built for.
    public func stroke(at point: Point, reach: Double = 0, in drawing: Drawing) -> Int? {
        // An eraser of radius 0 touches nothing, so the radius is slightly positive.
        let probe = Eraser(path: [point], radius: max(reach, 1e-9))
        return drawing.strokes(under: probe, among: strokes(near: probe)).last
    }
}
