// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// Moves marks with their words: a text that is set anew breaks its lines elsewhere, and its marks with them.
struct MarkedWords {
    /// The new place of a mark.
    struct Place {
        /// The new pieces of lines, in page space.
        var quads: [Quad]
        /// The shift of the first piece.
        var shift: Vector
        /// The share of the marked words that the new page shows, greater than 0 and up to 1.
        var share: Double
        /// Whether the words follow one another on the new page as they do on the old one.
        var isInOrder: Bool
    }

    /// A marked word, or the marked part of a word.
    private struct Part {
        /// The index of the old word.
        var word: Int
        /// What is marked, in page space of the old page.
        var box: Rect
    }

    /// The share of the height of a line, or of a piece, that the other one has to cover.
    private static let covered = 0.5
    /// The least width of a marked part of a word, as a fraction of the height of the text.
    private static let leastWidth = 0.15
    /// A piece goes beyond its words by at most this fraction of the height of the text.
    private static let margin = 0.5
    /// The most words between two marked words of one piece that the new page has added.
    private static let added = 2
    /// The largest gap between two marked words of one piece, as a fraction of their height.
    private static let gap = 3.0
    /// The most parts of a mark. A larger mark moves like other ink.
    private static let limit = 20_000
    /// The most pieces of a mark that can be stored.
    private static let pieceLimit = 5000
    /// The least number of words that are found again one after the other. Fewer may be found by chance.
    private static let shortestRun = 3

    private let old: [PageLayout.Word]
    private let new: [PageLayout.Word]
    /// The indices of new words, by those of old words.
    private let found: [Int: Int]
    /// The indices of old words by the upper edges of their boxes, and the height of the highest box.
    private let fromTop: (indices: [Int], height: Double)

    /// Compares two pages of one orientation.
    ///
    /// - Parameter pairs: the indices of the matching words.
    init(_ old: PageLayout, _ new: PageLayout, _ pairs: [(Int, Int)]) {
        (self.old, self.new) = (old.words, new.words)
        found = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        fromTop = (
            old.words.indices.filter { old.words[$0].box.isFinite }.sorted {
                old.words[$0].box.minY < old.words[$1].box.minY
            },
            old.words.map(\.box.height).filter(\.isFinite).max() ?? 0
        )
    }

    /// Returns the place of a mark; nil if a piece of it does not mark the upright words of one line, or if the new page does not
    /// show them, or only by chance.
    ///
    /// - Parameter stillness: the largest distance of words that move alike, in points.
    func place(of markup: MarkupItem, within stillness: Double) -> Place? {
        var parts: [Part] = []
        for quad in markup.quads {
            guard let piece = quad.uprightBox, let under = self.parts(under: piece), !under.isEmpty else { return nil }
            parts += under
            guard parts.count <= Self.limit else { return nil }
        }
        parts.sort { $0.word < $1.word }
        let kept = parts.compactMap { part in found[part.word].map { (old: part, new: $0, box: moved(part, to: $0)) } }
        guard let first = kept.first, let last = kept.last, isRun(first.old.word, last.old.word) else { return nil }
        let shift = Vector(
            dx: first.box.minX - first.old.box.minX, dy: first.box.center.y - first.old.box.center.y)
        var place = Place(
            quads: [], shift: shift, share: Double(kept.count) / Double(parts.count),
            isInOrder: zip(kept, kept.dropFirst()).allSatisfy { $1.new - $0.new == $1.old.word - $0.old.word })
        let isRigid =
            kept.count == parts.count
            && kept.allSatisfy { part in
                zip(part.old.box.corners, part.box.corners).allSatisfy { ($0 + shift).distance(to: $1) <= stillness }
            }
        if isRigid {
            place.quads = markup.quads.map { $0.mapped { $0 + shift } }
            return place
        }
        let marked = Set(parts.map(\.word))
        var pieces = [first.box]
        for (before, next) in zip(kept, kept.dropFirst()) {
            let isAllMarked = (before.old.word...next.old.word).allSatisfy(marked.contains)
            if before.new == next.new
                || isAllMarked && continues(before.new, next.new, step: next.old.word - before.old.word)
            {
                pieces[pieces.count - 1] = pieces[pieces.count - 1].union(next.box)
            } else {
                pieces.append(next.box)
            }
        }
        place.quads = pieces.map { Quad($0) }
        return pieces.count <= Self.pieceLimit ? place : nil
    }

    /// Whether two old words are far enough apart, or are found again together with enough words beside them, that chance is
    /// unlikely.
    private func isRun(_ first: Int, _ last: Int) -> Bool {
        var (low, high) = (first, last)
        func follows(_ index: Int) -> Bool {
            guard let one = found[index], let next = found[index + 1] else { return false }
            return next == one + 1
        }
        while high - low + 1 < Self.shortestRun, low > 0, follows(low - 1) { low -= 1 }
        while high - low + 1 < Self.shortestRun, high + 1 < old.count, follows(high) { high += 1 }
        return high - low + 1 >= min(Self.shortestRun, old.count)
    }

    /// Returns the marked words of a piece of a line; nil if they are on more than one line, or turned.
    private func parts(under piece: Rect) -> [Part]? {
        var low = 0
        var high = fromTop.indices.count
        while low < high {
            let middle = (low + high) / 2
            if old[fromTop.indices[middle]].box.minY < piece.minY - fromTop.height {
                low = middle + 1
            } else {
                high = middle
            }
        }
        let words = fromTop.indices[low...].prefix { old[$0].box.minY <= piece.maxY }.filter { index in
            let word = old[index].box
            guard let shared = word.intersection(piece) else { return false }
            return shared.height > Self.covered * min(word.height, piece.height)
                && shared.width > min(Self.leastWidth * word.height, 0.5 * word.width, 0.5 * piece.width)
        }
        guard words.count <= Self.limit else { return nil }
        let lowest = words.map { old[$0].box.minY }.max() ?? 0
        let highest = words.map { old[$0].box.maxY }.min() ?? 0
        // All words of one line have some height in common.
        guard words.isEmpty || highest > lowest, words.allSatisfy({ old[$0].turn == nil }) else { return nil }
        let left = words.map { old[$0].box.minX }.min()
        let right = words.map { old[$0].box.maxX }.max()
        return words.map { index in
            let word = old[index].box
            let reach = Self.margin * word.height
            return Part(
                word: index,
                box: Rect(
                    x0: max(piece.minX, word.minX - (word.minX == left ? reach : 0)), y0: piece.minY,
                    x1: min(piece.maxX, word.maxX + (word.maxX == right ? reach : 0)), y1: piece.maxY))
        }
    }

    /// Returns what is marked of a word as it is on the new page.
    private func moved(_ part: Part, to index: Int) -> Rect {
        let (word, target) = (old[part.word].box, new[index].box)
        let across = word.width > 0 ? target.width / word.width : 1
        let down = word.height > 0 ? target.height / word.height : 1
        return Rect(
            x0: target.minX + (part.box.minX - word.minX) * across,
            y0: target.minY + (part.box.minY - word.minY) * down,
            x1: target.maxX + (part.box.maxX - word.maxX) * across,
            y1: target.maxY + (part.box.maxY - word.maxY) * down)
    }

    /// Returns whether one piece marks two new words.
    ///
    /// - Parameter step: how many words follow the first old word until the second one.
    private func continues(_ first: Int, _ second: Int, step: Int) -> Bool {
        guard (1...step + Self.added).contains(second - first) else { return false }
        let (a, b) = (new[first].box, new[second].box)
        let height = min(a.height, b.height)
        let isOneLine = min(a.maxY, b.maxY) - max(a.minY, b.minY) > 0.5 * height
        let apart = max(a.minX, b.minX) - min(a.maxX, b.maxX)
        let isNear = second - first > 1 || apart <= Self.gap * height
        return isOneLine && isNear
    }
}

extension Quad {
    /// The box of the quadrilateral if it is a rectangle over upright text; else nil.
    fileprivate var uprightBox: Rect? {
        guard let box = Rect(containing: corners), box.isFinite, !box.isEmpty else { return nil }
        let isBox = zip(corners, Quad(box).corners).allSatisfy { $0.distance(to: $1) <= 0.05 }
        return isBox ? box : nil
    }
}
