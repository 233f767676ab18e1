// SPDX-License-Identifier: Apache-2.0

package import LimnGeometry

/// What of the ink in a field's box still stands, after what a later line strikes out.
///
/// ``HandwritingLayout`` knows strikes through words, which are long. Through numbers, a short line is one, level or slanted. Letters
/// have such lines, too, as H does, so this is for numbers.
package struct StandingInk {
    /// The indices of the lines that stand, in their order.
    package let lines: [Int]
    /// Whether something is struck out, or may be: what stands is not certain then.
    package let isCorrected: Bool

    /// - Parameter lines: the lines of the ink in a box, in the order in which they were written.
    package init(_ lines: [[Point]]) {
        var standing: [Int] = []
        var isCorrected = false
        for (index, line) in lines.enumerated() {
            guard let strike = Strike(line) else {
                standing.append(index)
                continue
            }
            let struck = Letter.all(of: standing.map { ($0, lines[$0]) }).filter { strike.strikes($0.box) }
            if struck.count > 1 {
                let gone = Set(struck.flatMap(\.lines))
                standing.removeAll { gone.contains($0) }
            } else {
                standing.append(index)
            }
            // One digit that is struck out looks like a zero with a slash.
            if struck.count > 1 || struck.first.map({ strike.goesBeyond($0.box) }) ?? false { isCorrected = true }
        }
        (self.lines, self.isCorrected) = (standing, isCorrected)
    }
}

/// A straight line that may strike something out.
private struct Strike {
    private let start: Point
    private let chord: Vector
    private let box: Rect

    /// The length of a straight line at most, in lengths of its chord.
    private static let straightness = 1.1
    /// How steep a strike is at most: its height in widths. Stems of letters are steeper.
    private static let steepness = 2.1
    /// How steep a level strike is at most.
    private static let levelness = 0.3
    /// Where strikes pass the middle of a letter, in its heights from its top.
    private static let (level, slanted) = (0.25...0.75, 0.05...0.95)
    /// The part of a letter's width that a strike runs over, at least.
    private static let share = 0.7
    /// The width of a letter at least, in its heights, that is no upright line: a line through that one makes a sign of it.
    private static let leastWidth = 0.25

    init?(_ line: [Point]) {
        guard let first = line.first, let last = line.last, let box = Rect(containing: line) else { return nil }
        let length = zip(line, line.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
        chord = last - first
        guard chord.length > 0, length <= Self.straightness * chord.length, box.height <= Self.steepness * box.width
        else { return nil }
        (start, self.box) = (first, box)
    }

    /// Whether it runs through a letter.
    func strikes(_ letter: Rect) -> Bool {
        let shared = min(box.maxX, letter.maxX) - max(box.minX, letter.minX)
        guard letter.height > 0, shared >= Self.share * letter.width, letter.height > box.height / 4,
            (box.minX...box.maxX).contains(letter.center.x)
        else { return false }
        let y = start.y + (letter.center.x - start.x) / chord.dx * chord.dy
        let band = box.height > Self.levelness * box.width ? Self.slanted : Self.level
        return band.contains((y - letter.minY) / letter.height)
    }

    /// Whether it goes beyond a letter on both sides.
    func goesBeyond(_ letter: Rect) -> Bool {
        letter.width >= Self.leastWidth * letter.height && box.minX < letter.minX && box.maxX > letter.maxX
    }
}

/// Lines that stand above one another.
private struct Letter {
    var lines: [Int]
    var box: Rect

    /// The part of their widths that the lines of two letters share at most.
    private static let sharing = 0.3

    static func all(of lines: [(index: Int, points: [Point])]) -> [Letter] {
        var found: [Letter] = []
        let boxes = lines.compactMap { line in Rect(containing: line.points).map { (line.index, $0) } }
        for (index, box) in boxes.sorted(by: { $0.1.minX < $1.1.minX }) {
            if let last = found.last, last.box.maxX - box.minX > sharing * min(last.box.width, box.width) {
                found[found.count - 1].lines.append(index)
                found[found.count - 1].box = last.box.union(box)
            } else {
                found.append(Letter(lines: [index], box: box))
            }
        }
        return found
    }
}
