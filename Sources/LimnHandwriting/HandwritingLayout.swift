// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry
package import LimnInk

/// The lines and words of handwriting on a page, found by the places and the order of the strokes.
///
/// 1. Marks of a highlighter and filled shapes are set aside, then what is too large for a letter: frames, arrows, drawings.
/// 2. Long straight lines are rules. What is struck out by a rule or a scribble is set aside with it.
/// 3. Each stroke is linked to the next one on its right in the same band. What is linked is a line; a small stroke, such as a
///    dot or a bar, joins the nearest one, or is set aside if that is far.
/// 4. A line is straightened, and cut into words and phrases where its gaps are wide.
package struct HandwritingLayout: Hashable, Sendable {
    /// The lines from the top to the bottom, column by column.
    package let lines: [HandwrittenLine]
    /// The typical height of strokes with letters, in points; 0 where there are none.
    package let letterHeight: Double
    /// The indices of the strokes that are in no line, in their order.
    package let setAside: [Int]

    /// The maximum number of strokes of a page that are looked at. Further ones are set aside.
    package static let strokeLimit = 4000

    /// Cuts the strokes of a page into lines and words.
    package init(_ drawing: Drawing) {
        let parts = drawing.strokes.prefix(Self.strokeLimit).enumerated().compactMap { index, stroke -> InkPart? in
            stroke.brush.kind == .pen && stroke.brush.fill == nil ? InkPart(stroke, index: index) : nil
        }
        let height = Self.letterHeight(of: parts)
        let letters = Self.letters(of: parts, height)
        let found = LineFinder(height: height).lines(of: letters).map {
            LineCutter(height: height).line(of: $0, in: drawing)
        }
        lines = ReadingOrder(height: height).order(found)
        letterHeight = lines.isEmpty ? 0 : height
        let used = Set(lines.flatMap { $0.words.flatMap(\.strokes) })
        setAside = drawing.strokes.indices.filter { !used.contains($0) }
    }

    /// The median height of strokes, without dots and bars.
    private static func letterHeight(of parts: [InkPart]) -> Double {
        let heights = parts.filter { max($0.box.width, $0.box.height) > 0 }.map(\.box.height).sorted()
        guard !heights.isEmpty else { return 1 }
        let large = heights.filter { $0 > 0.4 * heights[heights.count / 2] }
        return max(large.isEmpty ? heights[heights.count / 2] : large[large.count / 2], 0.5)
    }

    /// The strokes without drawings, rules, and what is struck out.
    private static func letters(of parts: [InkPart], _ height: Double) -> [InkPart] {
        let small = parts.filter { $0.box.height <= 4 * height }
        var aside: Set<Int> = []
        for part in small where isRule(part, height) || isScribble(part, height) {
            aside.insert(part.index)
            aside.formUnion(struck(by: part, of: small, height))
        }
        return small.filter { !aside.contains($0.index) }
    }

    /// Returns those of some strokes that stay when what is struck out is set aside with what strikes it out. Unlike on a page,
    /// a straight line that strikes out nothing stays: it may be a sign.
    package static func standing(_ strokes: [Int], in drawing: Drawing) -> [Int] {
        let parts = strokes.compactMap { InkPart(drawing.strokes[$0], index: $0) }
        let height = letterHeight(of: parts)
        var aside: Set<Int> = []
        for part in parts where isRule(part, height) || isScribble(part, height) {
            let out = struck(by: part, of: parts, height)
            if isScribble(part, height) || !out.isEmpty { aside.insert(part.index) }
            aside.formUnion(out)
        }
        return parts.map(\.index).filter { !aside.contains($0) }
    }

    /// Whether a stroke is a long straight line.
    private static func isRule(_ part: InkPart, _ height: Double) -> Bool {
        part.box.width > 2.5 * height && part.box.height < 0.12 * part.box.width
            && part.length < 1.3 * part.box.width
    }

    /// Whether a stroke runs to and fro.
    private static func isScribble(_ part: InkPart, _ height: Double) -> Bool {
        part.reversals >= 5 && part.box.width > height
    }

    /// The earlier strokes that a rule or a scribble strikes out.
    private static func struck(by part: InkPart, of parts: [InkPart], _ height: Double) -> [Int] {
        let isRule = isRule(part, height)
        return parts.filter { other in
            other.index < part.index
                && (isRule ? isStruck(other.box, by: part) : isCovered(other.box, by: part.box))
        }.map(\.index)
    }

    /// Whether a rule runs through the middle of most of a box.
    private static func isStruck(_ box: Rect, by rule: InkPart) -> Bool {
        let shared = min(box.maxX, rule.box.maxX) - max(box.minX, rule.box.minX)
        let place = (rule.middle - box.minY) / max(box.height, 1e-9)
        return shared >= 0.8 * box.width && (0.25...0.75).contains(place)
    }

    /// Whether a box lies mostly in another one.
    private static func isCovered(_ box: Rect, by other: Rect) -> Bool {
        guard let shared = box.intersection(other) else { return false }
        return shared.width >= 0.7 * box.width && shared.height >= 0.7 * box.height
    }
}
