// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// What became of the words around ink.
struct WordEvidence {
    /// The fate of the words that ink touches.
    enum Fate {
        /// The new page shows one of them.
        case kept
        /// The new page shows other words at their place.
        case replaced
        /// The new page shows nothing at their place.
        case gone
        /// The ink touches no words.
        case unknown
    }

    /// Ink touches words up to this distance, in points.
    private static let touch = 1.0
    /// The distance beyond which a word does not support a page, in points.
    private static let reach = 40.0
    /// The distance from the predicted position beyond which a word contradicts a transform, in points.
    private static let tolerance = 1.5
    /// The least number of successive words that are found again in the same order. Single words occur by chance.
    private static let shortestRun = 3

    private let old: [Rect]
    private let new: [Rect]
    /// The new page.
    private let page: Rect
    /// The old words that the new page shows, by index.
    private let found: [Bool]
    /// The old words that are found again in a run of words, by index.
    private let inRun: [Bool]
    /// The new boxes of old words whose width stayed the same, by index; nil for all others.
    private let firm: [Rect?]
    /// The old words.
    private let texts: [String]
    /// The centers of all new words, by text.
    private let newPlaces: [String: [Point]]

    /// Creates the evidence.
    ///
    /// - Parameter pairs: the matching words in the order of the old page.
    init(_ old: PageLayout, _ new: PageLayout, _ pairs: [(Int, Int)]) {
        self.old = old.words.map(\.box)
        self.new = new.words.map(\.box)
        texts = old.words.map(\.text)
        newPlaces = Dictionary(grouping: new.words, by: \.text).mapValues { $0.map(\.box.center) }
        page = Rect(x0: 0, y0: 0, x1: new.size.width, y1: new.size.height)
        var found = Array(repeating: false, count: old.words.count)
        var inRun = found
        var firm: [Rect?] = Array(repeating: nil, count: old.words.count)
        for (a, b) in pairs where (new.words[b].box.width - old.words[a].box.width).magnitude <= 0.1 {
            firm[a] = new.words[b].box
        }
        var start = 0
        for index in pairs.indices {
            found[pairs[index].0] = true
            let next = index + 1
            let continues =
                next < pairs.count && pairs[next].0 == pairs[index].0 + 1 && pairs[next].1 == pairs[index].1 + 1
            guard !continues else { continue }
            if next - start >= Self.shortestRun { for each in pairs[start...index] { inRun[each.0] = true } }
            start = next
        }
        (self.found, self.inRun, self.firm) = (found, inRun, firm)
    }

    /// Returns the fate of the words that a box touches if it moves by a transform.
    func fate(of box: Rect, _ transform: AffineTransform) -> Fate {
        let reached = box.expanded(by: Self.touch)
        var isTouched = false
        for index in old.indices where old[index].intersection(reached) != nil {
            if found[index] { return .kept }
            isTouched = true
        }
        guard isTouched else { return .unknown }
        let moved = transform.apply(reached)
        // Words beyond the edge of the new page are not listed.
        guard page.contains(moved.corners[0]), page.contains(moved.corners[2]) else { return .unknown }
        return new.contains { $0.intersection(moved) != nil } ? .replaced : .gone
    }

    /// Returns whether the words that a box touches are not where a transform puts them: those that kept their width lie
    /// elsewhere, or the new page shows no such word there. A word counts by the area that the box covers, because boxes
    /// of neighboring lines overlap.
    func contradicts(_ transform: AffineTransform, under box: Rect) -> Bool {
        let reached = box.expanded(by: Self.touch)
        var (touched, elsewhere) = (0.0, 0.0)
        for index in old.indices {
            guard let shared = old[index].intersection(reached) else { continue }
            let place = transform.apply(old[index]).center
            let isElsewhere: Bool
            if let word = firm[index] {
                isElsewhere = place.distance(to: word.center) > Self.tolerance
            } else if found[index] {
                continue
            } else {
                isElsewhere = !(newPlaces[texts[index]] ?? []).contains { $0.distance(to: place) <= Self.tolerance }
            }
            let area = shared.width * shared.height
            touched += area
            if isElsewhere { elsewhere += area }
        }
        return elsewhere * 2 > touched
    }

    /// Returns whether a box touches a word that the new page shows again in a run of words.
    func keepsText(under box: Rect) -> Bool {
        let reached = box.expanded(by: Self.touch)
        return old.indices.contains { inRun[$0] && old[$0].intersection(reached) != nil }
    }

    /// Returns whether a box touches a word that the new page shows again.
    func keepsWord(under box: Rect) -> Bool {
        let reached = box.expanded(by: Self.touch)
        return old.indices.contains { found[$0] && old[$0].intersection(reached) != nil }
    }

    /// Returns how much of the text near a box the new page shows again: the sum over the words in runs, each with a
    /// weight that decreases with its distance. The distance along a line counts less.
    func support(of box: Rect) -> Double {
        old.indices.reduce(0) { sum, index in
            guard inRun[index], let distance = box.distance(to: old[index], within: Self.reach) else { return sum }
            return sum + 1 / (1 + distance / 5)
        }
    }
}

extension Rect {
    /// Returns the distance between two rectangles, in points, with a fifth of the horizontal distance; 0 if they
    /// overlap, nil if it is larger than a limit.
    fileprivate func distance(to other: Rect, within limit: Double) -> Double? {
        let dx = max(minX - other.maxX, 0, other.minX - maxX)
        let dy = max(minY - other.maxY, 0, other.minY - maxY)
        let distance = dy + dx / 5
        return distance <= limit ? distance : nil
    }
}
