// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// Groups strokes that are to share an annotation.
///
/// Only successive strokes are grouped, so the painting order stays the same.
enum StrokeGrouping {
    /// The number of points that justifies one annotation. An annotation takes about 230 bytes in addition to its
    /// points, so this adds about one byte per point.
    static let pointsPerAnnotation = 250
    /// The number of annotations that a page may have regardless of its number of points.
    static let freeAnnotations = 4

    /// Groups successive strokes with the same brush.
    static func byBrush(_ strokes: [Stroke]) -> [[Stroke]] {
        split(strokes) { $0.brush != $1.brush }
    }

    /// Groups successive strokes with similar brushes, the closest ones first: first into letters, then into words.
    ///
    /// Grouping stops at one group for every ``pointsPerAnnotation`` points, or at ``freeAnnotations`` groups if that
    /// is more. If all strokes are long, each of them stays separate.
    static func byDistance(_ strokes: [Stroke]) -> [[Stroke]] {
        let points = strokes.reduce(0) { $0 + $1.points.count }
        let limit = max(freeAnnotations, points / pointsPerAnnotation)
        guard strokes.count > limit else { return strokes.map { [$0] } }
        let boxes = strokes.map { $0.bounds }
        let distances = strokes.indices.dropFirst().compactMap { index -> Double? in
            guard strokes[index].brush.isLike(strokes[index - 1].brush) else { return nil }
            return distance(boxes[index - 1], boxes[index])
        }
        let joints = distances.sorted().prefix(strokes.count - limit)
        guard let farthest = joints.last else { return strokes.map { [$0] } }
        var index = 0
        return split(strokes) { previous, next in
            index += 1
            return !next.brush.isLike(previous.brush) || distance(boxes[index - 1], boxes[index]) > farthest
        }
    }

    private static func split(_ strokes: [Stroke], where isEnd: (Stroke, Stroke) -> Bool) -> [[Stroke]] {
        var groups: [[Stroke]] = []
        for stroke in strokes {
            if let last = groups.last?.last, !isEnd(last, stroke) {
                groups[groups.count - 1].append(stroke)
            } else {
                groups.append([stroke])
            }
        }
        return groups
    }

    /// Returns the larger of the horizontal and vertical distances between two boxes; 0 if they touch.
    private static func distance(_ a: Rect?, _ b: Rect?) -> Double {
        guard let a, let b else { return 0 }
        return max(0, max(a.minX, b.minX) - min(a.maxX, b.maxX), max(a.minY, b.minY) - min(a.maxY, b.maxY))
    }
}

extension Brush {
    /// Returns whether another brush has a similar width and is otherwise the same, apart from its fill.
    fileprivate func isLike(_ other: Brush) -> Bool {
        var alike = self
        (alike.width, alike.fill) = (other.width, other.fill)
        return alike == other && max(width, other.width) <= 1.5 * min(width, other.width)
    }
}
