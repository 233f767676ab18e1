// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry

/// Finds the new page of each old page.
///
/// An inverted index over the features of the new pages yields the candidates. The similarity is the cosine of the
/// feature vectors; a feature that occurs on many pages has a low weight. The heaviest increasing sequence of pairs is
/// the alignment; other similar pairs are moved pages. Last, equal pages between two aligned pairs are paired, if the
/// gap has the same length on both sides.
struct PageMatcher {
    /// A feature that occurs on more new pages than this yields no candidates, which keeps the running time nearly
    /// linear.
    private static let commonness = 24
    /// The maximum number of candidates per old page.
    private static let candidateLimit = 6

    private struct Pair {
        let old: Int
        let new: Int
        let similarity: Double
    }

    let parameters: RebaseParameters

    /// Returns the matches of all old pages, in page order.
    func matches(_ old: DocumentLayout, _ new: DocumentLayout) -> [PageMatch] {
        let (olds, news) = (old.pages.map(PageFeatures.init), new.pages.map(PageFeatures.init))
        let pairs = candidates(olds, news)
        let aligned = heaviestIncreasing(pairs)
        var matches = old.pages.indices.map { PageMatch(old: $0, new: nil, similarity: 0) }
        var taken: Set<Int> = []
        func take(_ pair: Pair, isMoved: Bool) {
            matches[pair.old].new = pair.new
            matches[pair.old].similarity = pair.similarity
            matches[pair.old].isMoved = isMoved
            taken.insert(pair.new)
        }
        for pair in aligned { take(pair, isMoved: false) }
        let rest = pairs.sorted { ($1.similarity, $0.old, $0.new) < ($0.similarity, $1.old, $1.new) }
        for pair in rest where matches[pair.old].new == nil && !taken.contains(pair.new) { take(pair, isMoved: true) }
        fillGaps(&matches, &taken, old, new)
        return matches
    }

    private func candidates(_ olds: [PageFeatures], _ news: [PageFeatures]) -> [Pair] {
        var index: [UInt64: [Int]] = [:]
        for (page, features) in news.enumerated() {
            for hash in features.hashes { index[hash, default: []].append(page) }
        }
        var oldCounts: [UInt64: Int] = [:]
        for features in olds { for hash in features.hashes { oldCounts[hash, default: 0] += 1 } }
        let total = Double(olds.count + news.count)
        func weight(_ hash: UInt64) -> Double {
            log(1 + total / Double(max(1, (oldCounts[hash] ?? 0) + (index[hash]?.count ?? 0))))
        }
        func norm(_ features: PageFeatures) -> Double { features.hashes.reduce(0) { $0 + weight($1) } }
        let norms = news.map(norm)
        var pairs: [Pair] = []
        for (page, features) in olds.enumerated() {
            var shared: [Int: Double] = [:]
            for hash in features.hashes {
                guard let places = index[hash], places.count <= Self.commonness else { continue }
                let w = weight(hash)
                for place in places { shared[place, default: 0] += w }
            }
            let own = norm(features)
            let found = shared.map { place, sum in
                Pair(old: page, new: place, similarity: min(1, sum / max(1e-9, (own * norms[place]).squareRoot())))
            }
            pairs += found.filter { $0.similarity >= parameters.pageSimilarity }
                .sorted { ($1.similarity, $0.new) < ($0.similarity, $1.new) }.prefix(Self.candidateLimit)
        }
        return pairs
    }

    /// Returns the increasing sequence of pairs with the greatest sum of similarities, found with a Fenwick tree of
    /// maxima.
    private func heaviestIncreasing(_ pairs: [Pair]) -> [Pair] {
        let size = (pairs.map(\.new).max() ?? 0) + 2
        var best: [Int] = Array(repeating: -1, count: size)
        var sums: [Double] = []
        var before: [Int] = []
        // All pairs of an old page are evaluated before any of them enters the tree, so that no old page is used twice.
        let order = pairs.indices.sorted { (pairs[$0].old, pairs[$0].new) < (pairs[$1].old, pairs[$1].new) }
        sums = Array(repeating: 0, count: pairs.count)
        before = Array(repeating: -1, count: pairs.count)
        var start = 0
        while start < order.count {
            var end = start
            while end < order.count, pairs[order[end]].old == pairs[order[start]].old { end += 1 }
            for pair in order[start..<end] {
                var place = pairs[pair].new
                while place > 0 {
                    if best[place] >= 0, before[pair] < 0 || sums[best[place]] > sums[before[pair]] {
                        before[pair] = best[place]
                    }
                    place -= place & -place
                }
                sums[pair] = pairs[pair].similarity + (before[pair] < 0 ? 0 : sums[before[pair]])
            }
            for pair in order[start..<end] {
                var place = pairs[pair].new + 1
                while place < size {
                    if best[place] < 0 || sums[best[place]] < sums[pair] { best[place] = pair }
                    place += place & -place
                }
            }
            start = end
        }
        var last = order.max { (sums[$0], $1) < (sums[$1], $0) } ?? -1
        var sequence: [Pair] = []
        while last >= 0 {
            sequence.append(pairs[last])
            last = before[last]
        }
        return sequence.reversed()
    }

    /// Pairs equal pages, such as blank ones, between two aligned pairs if both sides have the same number of pages.
    private func fillGaps(
        _ matches: inout [PageMatch], _ taken: inout Set<Int>, _ old: DocumentLayout, _ new: DocumentLayout
    ) {
        let anchors = matches.filter { $0.new != nil && !$0.isMoved }
        var (oldStart, newStart) = (-1, -1)
        let ends = anchors.map { ($0.old, $0.new ?? 0) } + [(old.pages.count, new.pages.count)]
        for (oldEnd, newEnd) in ends {
            defer { (oldStart, newStart) = (oldEnd, newEnd) }
            guard oldEnd - oldStart == newEnd - newStart, oldEnd - oldStart > 1 else { continue }
            for offset in 1..<(oldEnd - oldStart) {
                let (page, place) = (oldStart + offset, newStart + offset)
                guard matches[page].new == nil, !taken.contains(place) else { continue }
                let (a, b) = (old.pages[page], new.pages[place])
                guard a.agrees(with: b, within: parameters.stillness) else { continue }
                (matches[page].new, matches[page].similarity) = (place, 1)
                taken.insert(place)
            }
        }
    }
}
