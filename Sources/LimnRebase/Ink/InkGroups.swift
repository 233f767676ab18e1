// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// Items that move together: strokes near one another in one region, or a single object.
struct InkGroup {
    /// The indices of the items in ``Drawing/items``, in ascending order.
    var items: [Int]
    /// The bounding boxes of the items.
    var boxes: [Rect]
    /// The bounding box of all of them.
    var box: Rect
    /// The index of the region that contains most of the group; nil in free space.
    var region: Int?

    /// Returns the groups of a drawing, ordered by their first items.
    ///
    /// - Parameters:
    ///   - boxes: the boxes of the page, in ascending order of area.
    ///   - gap: the largest gap between strokes of one group, in points.
    static func groups(of items: [Item], in boxes: [Rect], gap: Double) -> [InkGroup] {
        var single: [InkGroup] = []
        var isStroke: [Bool] = []
        for (index, item) in items.enumerated() {
            let box = item.bounds ?? Rect(x0: 0, y0: 0, x1: 0, y1: 0)
            single.append(
                InkGroup(items: [index], boxes: [box], box: box, region: region(of: item, box, boxes)))
            isStroke.append(item.stroke != nil)
        }
        var parent = Array(single.indices)
        func root(_ index: Int) -> Int {
            var at = index
            while parent[at] != at {
                parent[at] = parent[parent[at]]
                at = parent[at]
            }
            return at
        }
        // Sweeps from left to right: a stroke can be near an earlier stroke only if its left edge is at most `gap` to
        // the right of the earlier stroke's right edge.
        let order = single.indices.filter { isStroke[$0] }
            .sorted { (single[$0].box.minX, $0) < (single[$1].box.minX, $1) }
        for (place, a) in order.enumerated() {
            for b in order[(place + 1)...].prefix(400) {
                guard single[b].box.minX <= single[a].box.maxX + gap else { break }
                if belong(single[a], single[b], gap) {
                    let (x, y) = (root(a), root(b))
                    parent[max(x, y)] = min(x, y)
                }
            }
        }
        var joined: [Int: InkGroup] = [:]
        for index in single.indices {
            let key = root(index)
            guard var group = joined[key] else {
                joined[key] = single[index]
                continue
            }
            group.items.append(index)
            group.boxes.append(single[index].box)
            group.box = group.box.union(single[index].box)
            joined[key] = group
        }
        return joined.sorted { $0.key < $1.key }.map { _, group in
            guard group.items.count > 1 else { return group }
            var counts: [Int?: Double] = [:]
            for item in group.items { counts[single[item].region, default: 0] += length(single[item].box) }
            var result = group
            result.region = counts.max { ($0.value, $1.key ?? .max) < ($1.value, $0.key ?? .max) }?.key
            return result
        }
    }

    private static func length(_ box: Rect) -> Double { 1 + box.width + box.height }

    /// Returns whether two strokes move together. Strokes of different regions do so only if their boxes overlap by
    /// more than half of the smaller box and more than 4 square points.
    private static func belong(_ a: InkGroup, _ b: InkGroup, _ gap: Double) -> Bool {
        guard a.region != b.region else {
            return a.box.expanded(by: gap / 2).intersection(b.box.expanded(by: gap / 2)) != nil
        }
        guard let shared = a.box.intersection(b.box) else { return false }
        let smaller = min(a.box.width * a.box.height, b.box.width * b.box.height)
        return shared.width * shared.height > 0.5 * smaller && shared.width * shared.height > 4
    }

    /// Returns the index of the smallest box that contains most of an item; nil if there is none.
    private static func region(of item: Item, _ box: Rect, _ boxes: [Rect]) -> Int? {
        if let points = item.stroke?.points.positions, !points.isEmpty {
            let lengths = points.indices.map { $0 == 0 ? 0.01 : 0.01 + points[$0].distance(to: points[$0 - 1]) }
            let total = lengths.reduce(0, +)
            return boxes.firstIndex { candidate in
                guard candidate.intersection(box) != nil else { return false }
                let inside = points.indices.reduce(0) { $0 + (candidate.contains(points[$1]) ? lengths[$1] : 0) }
                return inside > total / 2
            }
        }
        let area = max(1e-9, box.width * box.height)
        return boxes.firstIndex { candidate in
            candidate.intersection(box).map { $0.width * $0.height > area / 2 } ?? false
        }
    }
}
