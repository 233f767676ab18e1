// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// Joins strokes that share an annotation.
///
/// Only strokes that follow one another are joined, so that the painting order stays.
enum StrokeGrouping {
    /// The points that pay for an annotation. It takes some 230 bytes besides what its points take: with this many points
    /// that is about one byte a point.
    static let pointsPerAnnotation = 250
    /// A page may have this many annotations whatever they take.
    static let freeAnnotations = 4

    /// All strokes of each run of one brush together.
    static func byBrush(_ strokes: [Stroke]) -> [[Stroke]] {
        split(strokes) { $0.brush != $1.brush }
    }

    /// The strokes of one kind of pen that lie nearest to one another together: first letters, then words, until there is
    /// no more than one group for ``pointsPerAnnotation`` points. Long strokes stay alone.
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

    /// How far two boxes lie apart, horizontally or vertically, whichever is more; 0 where they touch.
    private static func distance(_ a: Rect?, _ b: Rect?) -> Double {
        guard let a, let b else { return 0 }
        return max(0, max(a.minX, b.minX) - min(a.maxX, b.maxX), max(a.minY, b.minY) - min(a.maxY, b.maxY))
    }
}

extension Brush {
    /// Whether another brush differs in nothing that an annotation tells, except a width that looks much the same.
    fileprivate func isLike(_ other: Brush) -> Bool {
        var alike = self
        (alike.width, alike.fill) = (other.width, other.fill)
        return alike == other && max(width, other.width) <= 1.5 * min(width, other.width)
    }
}
