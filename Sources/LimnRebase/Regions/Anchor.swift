// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// The positions of a thing that both the old and the new page show.
struct Anchor {
    /// The position on the old page, in page space.
    let old: Point
    /// The position on the new page, in page space.
    let new: Point
    /// The weight of the anchor, greater than 0.
    let weight: Double
    /// Whether the anchor is a word after the first one of a line whose font changed, so that it may have shifted.
    var isLoose = false

    /// The vector from the old position to the new one.
    var shift: Vector { new - old }
}

/// Finds the anchors of a pair of pages: words and sequences of words that occur once on each page, fields by name, and
/// pictures.
struct AnchorFinder {
    /// The maximum number of anchors per pair of pages.
    private static let limit = 6000

    /// Returns the anchors in the order of the old page's lists: words, then fields, then pictures.
    ///
    /// - Parameter pairs: the matching words, as from ``wordPairs(_:_:)``.
    static func anchors(_ old: PageLayout, _ new: PageLayout, _ pairs: [(Int, Int)]) -> [Anchor] {
        var anchors: [Anchor] = []
        let boxes = pairs.map { (old: old.words[$0.0].box, new: new.words[$0.1].box) }
        for (index, (a, _)) in pairs.enumerated() {
            let (from, to) = boxes[index]
            let isFirst = startsCell(a, in: old.words)
            let isLoose = !isFirst && !isOfOneWidth(from, to, 1) && !isScaled(boxes, around: index)
            // The left edge and the vertical center move least when the font changes.
            anchors.append(
                Anchor(
                    old: Point(x: from.minX, y: from.center.y), new: Point(x: to.minX, y: to.center.y),
                    weight: isFirst ? 1 : isLoose ? 0.2 : 0.6, isLoose: isLoose))
        }
        let fields = unique(old.fields.map(\.name), new.fields.map(\.name))
        for (a, b) in fields { anchors += corners(old.fields[a].box, new.fields[b].box, weight: 1) }
        let pictures = unique(old.pictures.map(\.hash), new.pictures.map(\.hash))
        for (a, b) in pictures { anchors += corners(old.pictures[a].box, new.pictures[b].box, weight: 1) }
        return Array(anchors.filter { $0.old.isFinite && $0.new.isFinite }.prefix(limit))
    }

    /// Returns whether a word's width changed by a factor, within a hundredth of it.
    private static func isOfOneWidth(_ old: Rect, _ new: Rect, _ factor: Double) -> Bool {
        (new.width - factor * old.width).magnitude <= 0.1 + 0.01 * factor * old.width
    }

    /// Returns whether the words around a word were scaled: their widths and heights changed by one factor. In another
    /// font, the heights change by a factor of their own, and mostly each width does.
    private static func isScaled(_ boxes: [(old: Rect, new: Rect)], around index: Int) -> Bool {
        let around = boxes[max(0, index - 5)..<min(boxes.count, index + 6)].filter { $0.old.width > 0 }
        guard around.count >= 4 else { return false }
        let factor = around.map { $0.new.width / $0.old.width }.sorted()[around.count / 2]
        let agreeing = around.count { old, new in
            isOfOneWidth(old, new, factor) && (new.height - factor * old.height).magnitude <= 0.02 * new.height
        }
        return agreeing * 10 >= around.count * 8
    }

    /// Returns whether a word is the first one of a line or of a cell. Such a word stays where its line does.
    private static func startsCell(_ index: Int, in words: [PageLayout.Word]) -> Bool {
        guard index > 0 else { return true }
        let (box, before) = (words[index].box, words[index - 1].box)
        let isSameLine = before.maxX <= box.minX && before.maxY >= box.minY && before.minY <= box.maxY
        return !isSameLine || box.minX - before.maxX > box.height
    }

    /// Returns the upper left and lower right corners of two boxes as anchors.
    static func corners(_ old: Rect, _ new: Rect, weight: Double) -> [Anchor] {
        [0, 2].map { Anchor(old: old.corners[$0], new: new.corners[$0], weight: weight) }
    }

    /// Returns the indices of matching words of two pages.
    static func wordPairs(_ old: PageLayout, _ new: PageLayout) -> [(Int, Int)] {
        wordPairs(old.words.map(\.text), new.words.map(\.text))
    }

    /// Returns the indices of matching words: unique words, unique sequences of two to four words, and then the words
    /// beside such matches.
    static func wordPairs(_ old: [String], _ new: [String]) -> [(Int, Int)] {
        var found: [Int: Int] = [:]
        var used: Set<Int> = []
        func take(_ a: Int, _ b: Int) {
            guard found[a] == nil, !used.contains(b) else { return }
            found[a] = b
            used.insert(b)
        }
        for (a, b) in unique(old, new) { take(a, b) }
        for length in [2, 3, 4] {
            for (a, b) in unique(grams(old, length), grams(new, length)) {
                for step in 0..<length { take(a + step, b + step) }
            }
        }
        // A repeated word matches if the word before or after it does.
        for a in old.indices.dropFirst() {
            if let b = found[a - 1], b + 1 < new.count, old[a] == new[b + 1] { take(a, b + 1) }
        }
        for a in old.indices.dropLast().reversed() {
            if let b = found[a + 1], b > 0, old[a] == new[b - 1] { take(a, b - 1) }
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func grams(_ words: [String], _ length: Int) -> [String] {
        guard words.count >= length else { return [] }
        return (0...(words.count - length)).map { words[$0..<($0 + length)].joined(separator: " ") }
    }

    /// Returns the indices of the names that occur exactly once in each list.
    private static func unique(_ old: [String], _ new: [String]) -> [(Int, Int)] {
        // The value is nil for a name that occurs more than once.
        func places(_ names: [String]) -> [String: Int?] {
            names.enumerated().reduce(into: [:]) { $0[$1.element] = .some($0[$1.element] == nil ? $1.offset : nil) }
        }
        let (a, b) = (places(old), places(new))
        return old.indices.compactMap { index in
            guard case .some(.some(index)) = a[old[index]], case .some(.some(let place)) = b[old[index]] else {
                return nil
            }
            return (index, place)
        }
    }
}
