// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Sorts places as people read them: column by column where a page has columns, else line by line (recursive X-Y cut;
/// G. Nagy, S. Seth, "Hierarchical representation of optically scanned documents", 1984).
enum ReadingOrder {
    static func sorted<Place>(_ places: [Place], by box: (Place) -> Rect) -> [Place] {
        order(places.map(box), Array(places.indices), depth: 0).map { places[$0] }
    }

    private static func order(_ boxes: [Rect], _ members: [Int], depth: Int) -> [Int] {
        guard members.count > 1, depth < 40 else { return lines(boxes, members) }
        let across = groups(boxes, members) { ($0.minY, $0.maxY) }
        let along = groups(boxes, members) { ($0.minX, $0.maxX) }
        // Columns are apart by more than their lines, and have several lines each.
        let areColumns =
            along.parts.count > 1 && along.gap > 1.5 * across.gap && along.parts.allSatisfy { $0.count >= 3 }
        let parts = areColumns || across.parts.count < 2 ? along.parts : across.parts
        guard parts.count > 1 else { return lines(boxes, members) }
        return parts.flatMap { order(boxes, $0, depth: depth + 1) }
    }

    /// Splits boxes where nothing overlaps, and returns the widest gap.
    private static func groups(
        _ boxes: [Rect], _ members: [Int], _ extent: (Rect) -> (Double, Double)
    ) -> (parts: [[Int]], gap: Double) {
        let sorted = members.sorted { extent(boxes[$0]) < extent(boxes[$1]) }
        var parts: [[Int]] = []
        var (end, gap) = (-Double.infinity, 0.0)
        for index in sorted {
            let (start, stop) = extent(boxes[index])
            // Places that touch by a little belong to different lines.
            if start >= end - 0.25 * (stop - start) {
                if end.isFinite { gap = max(gap, start - end) }
                parts.append([index])
            } else {
                parts[parts.count - 1].append(index)
            }
            end = max(end, stop)
        }
        return (parts, gap)
    }

    private static func lines(_ boxes: [Rect], _ members: [Int]) -> [Int] {
        members.sorted { (boxes[$0].minY, boxes[$0].minX, $0) < (boxes[$1].minY, boxes[$1].minX, $1) }
    }
}
