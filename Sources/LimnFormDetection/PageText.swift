// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// The words of a page, sorted into phrases, and the places that words themselves draw: boxes and blank lines.
struct PageText {
    /// Words that follow one another on a line.
    struct Phrase: Hashable {
        var text: String
        var box: Rect
    }

    /// A box or circle that is a character.
    struct Mark: Hashable {
        var box: Rect
        var isRound: Bool
    }

    private(set) var phrases: [Phrase] = []
    private(set) var marks: [Mark] = []
    /// Lines that are underscores or dots.
    private(set) var blanks: [Rule] = []
    /// All other words.
    private var words: [SheetPage.Word] = []

    private static let markLimit = 4000
    private static let squares = Set("☐□❏❑❐❒◻▢⬜▯◽☑☒\u{f06f}\u{f0a8}\u{f0a3}\u{f071}\u{f072}")
    private static let circles = Set("○◯❍⚪◌⭘⚬\u{f0a1}\u{f0a6}")

    init(_ page: SheetPage, isWall: (_ from: Rect, _ to: Rect) -> Bool) {
        for word in page.words where word.box.isFinite && !word.box.isEmpty { add(word) }
        join(isWall)
    }

    private mutating func add(_ word: SheetPage.Word) {
        let letters = Array(word.text)
        let box = word.box
        let width = box.width / Double(max(1, letters.count))
        var rest: [Character] = []
        var restStart = 0
        func flush(_ end: Int) {
            guard !rest.isEmpty else { return }
            let part = Rect(
                x0: box.minX + Double(restStart) * width, y0: box.minY, x1: box.minX + Double(end) * width,
                y1: box.maxY)
            words.append(.init(String(rest), box: rest.count == letters.count ? box : part))
            rest = []
        }
        var index = 0
        while index < letters.count {
            let letter = letters[index]
            let isSquare = Self.squares.contains(letter)
            if isSquare || Self.circles.contains(letter), marks.count < Self.markLimit {
                flush(index)
                let side = min(letters.count == 1 ? box.width : box.height * 0.8, box.height) * 0.9
                let center = Point(
                    x: letters.count == 1 ? box.center.x : box.minX + (Double(index) + 0.5) * width,
                    y: box.minY + 0.52 * box.height)
                marks.append(
                    Mark(
                        box: Rect(
                            x0: center.x - side / 2, y0: center.y - side / 2, x1: center.x + side / 2,
                            y1: center.y + side / 2), isRound: !isSquare))
                index += 1
                restStart = index
                continue
            }
            if let end = Self.blankEnd(letters, from: index) {
                flush(index)
                blanks.append(
                    Rule(
                        place: box.minY + (letter == "_" ? 0.88 : 0.8) * box.height,
                        start: box.minX + Double(index) * width, end: box.minX + Double(end) * width))
                index = end
                restStart = index
                continue
            }
            rest.append(letter)
            index += 1
        }
        flush(letters.count)
    }

    /// Returns where a run of underscores or dots ends; nil if there is none.
    private static func blankEnd(_ letters: [Character], from start: Int) -> Int? {
        let letter = letters[start]
        guard letter == "_" || letter == "." || letter == "…" else { return nil }
        var end = start
        while end < letters.count, letters[end] == letter { end += 1 }
        return end - start >= (letter == "_" ? 3 : letter == "." ? 8 : 3) ? end : nil
    }

    private mutating func join(_ isWall: (Rect, Rect) -> Bool) {
        let heights = words.map(\.box.height).sorted()
        guard !heights.isEmpty else { return }
        let side = max(heights[heights.count / 2], 1e-3)
        let order = words.indices.sorted {
            (words[$0].box.minX, words[$0].box.minY) < (words[$1].box.minX, words[$1].box.minY)
        }
        // The phrases that are still open, by rows of the page.
        var open: [Int: [Int]] = [:]
        var last: [Rect] = []
        for index in order {
            let word = words[index]
            let row = Int(clamping: (word.box.center.y / side).rounded(.down))
            var found: Int?
            for near in (row &- 1)...(row &+ 1) {
                for place in open[near] ?? [] where found == nil {
                    let (end, height) = (last[place], min(last[place].height, word.box.height))
                    let gap = word.box.minX - end.maxX
                    guard (-0.3 * height...0.85 * height).contains(gap),
                        min(end.maxY, word.box.maxY) - max(end.minY, word.box.minY) >= 0.55 * height,
                        max(end.height, word.box.height) <= 1.7 * height, !isWall(end, word.box)
                    else { continue }
                    found = place
                }
            }
            if let found {
                phrases[found].text += " " + word.text
                phrases[found].box = phrases[found].box.union(word.box)
                last[found] = word.box
            } else {
                open[row, default: []].append(phrases.count)
                // Old phrases at the left are closed, so that pages of many words stay fast.
                if let count = open[row]?.count, count > 64 { open[row]?.removeFirst(count - 64) }
                phrases.append(Phrase(text: word.text, box: word.box))
                last.append(word.box)
            }
        }
    }
}
