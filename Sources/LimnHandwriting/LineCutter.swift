// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry
internal import LimnInk

/// Straightens a line, and cuts it into words and phrases.
struct LineCutter {
    /// The typical height of a stroke with letters, in points.
    let height: Double

    /// The narrowest gap between words, in heights.
    private static let wordGap = 0.55
    /// The narrowest gap between phrases, in heights.
    private static let phraseGap = 1.6
    /// A phrase ends at the next word from this width on, in heights.
    private static let phraseWidth = 30.0
    /// A line shorter than this shows no angle, in heights.
    private static let shortest = 4.0
    /// The steepest angle of a line, in radians.
    private static let steepest = 0.5

    /// A part of the line, with where it begins and ends along it.
    private struct Placed {
        var part: InkPart
        var start: Double
        var end: Double
    }

    /// Cuts a line.
    func line(of parts: [InkPart], in drawing: Drawing) -> HandwrittenLine {
        let angle = angle(of: parts)
        let (cosine, sine) = (cos(angle), sin(angle))
        let placed = parts.map { part -> Placed in
            let along = drawing.strokes[part.index].points.positions.filter { $0.x.isFinite && $0.y.isFinite }
                .map { $0.x * cosine + $0.y * sine }
            return Placed(part: part, start: along.min() ?? 0, end: along.max() ?? 0)
        }.sorted { ($0.start, $0.part.index) < ($1.start, $1.part.index) }
        let words = cut(placed) { gap, _ in gap > Self.wordGap * height }
        let phrases = cut(placed) { gap, width in
            gap > Self.phraseGap * height || (width > Self.phraseWidth * height && gap > Self.wordGap * height)
        }
        let box = parts.dropFirst().reduce(parts[0].box) { $0.union($1.box) }
        return HandwrittenLine(angle: angle, words: words, phrases: phrases, box: box)
    }

    /// Cuts where the gap and the width so far say so.
    private func cut(
        _ placed: [Placed], where isEnd: (_ gap: Double, _ width: Double) -> Bool
    ) -> [HandwrittenLine.Part] {
        var found: [HandwrittenLine.Part] = []
        var (start, end) = (0.0, 0.0)
        for one in placed {
            if let last = found.indices.last, !isEnd(one.start - end, end - start) {
                found[last].strokes.append(one.part.index)
                found[last].box = found[last].box.union(one.part.box)
                end = max(end, one.end)
            } else {
                found.append(HandwrittenLine.Part(strokes: [one.part.index], box: one.part.box))
                (start, end) = (one.start, one.end)
            }
        }
        return found
    }

    /// The angle of the straight line that is nearest to the middles of the strokes (least squares); 0 for a short line.
    private func angle(of parts: [InkPart]) -> Double {
        let bodies = parts.filter { $0.box.height >= LineFinder.smallest * height }
        let places = bodies.map { Point(x: $0.box.center.x, y: $0.middle) }
        guard let box = Rect(containing: places), box.width >= Self.shortest * height else { return 0 }
        let weights = bodies.map { min($0.box.width, height) + 0.1 * height }
        let sum = weights.reduce(0, +)
        let x = zip(places, weights).reduce(0) { $0 + $1.0.x * $1.1 } / sum
        let y = zip(places, weights).reduce(0) { $0 + $1.0.y * $1.1 } / sum
        var (spread, common) = (0.0, 0.0)
        for (place, weight) in zip(places, weights) {
            spread += weight * (place.x - x) * (place.x - x)
            common += weight * (place.x - x) * (place.y - y)
        }
        guard spread > 0 else { return 0 }
        return min(max(atan(common / spread), -Self.steepest), Self.steepest)
    }
}
