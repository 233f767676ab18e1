// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// The new pages that the ink of an old page can go to: its counterpart, and the pages around it. Text flows over the
/// end of a page when something is inserted or removed before it, and its ink follows.
struct PageSpread {
    /// The new place of an item.
    struct Place {
        var page: Int
        var place: PageRebase.Place
    }

    /// Text near ink has to support another page by so much more than the counterpart.
    private static let lead = 2.0
    /// The least support for a page that is not the counterpart: about three words that the ink touches.
    private static let leastSupport = 2.0
    /// The least share of the words of a mark that a page has to show, to take the mark with them.
    private static let leastShare = 0.5

    private let parameters: RebaseParameters
    private let old: DocumentLayout
    private let page: Int
    private let new: DocumentLayout
    /// The index of the counterpart; nil if the old page has none.
    let target: Int?
    /// The comparison with the counterpart.
    let counterpart: PageRebase?
    /// The indices of other new pages that may show parts of the old page, each with its own old page.
    private let others: [(page: Int, owner: Int?)]

    /// Prepares the places for the ink of a page.
    ///
    /// - Parameters:
    ///   - matches: the matches of all old pages.
    ///   - page: the index of the old page.
    init(
        _ old: DocumentLayout, _ new: DocumentLayout, _ matches: [PageMatch], page: Int, _ parameters: RebaseParameters
    ) {
        self.parameters = parameters
        self.new = new
        self.old = old
        self.page = page
        target = matches[page].new
        counterpart = target.map { PageRebase(old.pages[page], new.pages[$0], parameters) }
        let around: [Int]
        if let target {
            around = [target - 1, target + 1]
        } else {
            let before = matches[..<page].last { $0.new != nil }?.new ?? -1
            let after = matches[(page + 1)...].first { $0.new != nil }?.new ?? new.pages.count
            around = (max(before, after - 2)...max(after, before)).prefix(4).map { $0 }
        }
        others = around.filter(new.pages.indices.contains).map { other in
            (other, matches.first { $0.new == other }?.old)
        }
    }

    /// Returns the place of each item of a drawing; nil for an item that no longer has a place.
    func places(of items: [Item]) -> [Place?] {
        var places: [Place?] = Array(repeating: nil, count: items.count)
        if let counterpart, let target, counterpart.isUnchanged || counterpart.degrees != 0 {
            for group in counterpart.groups(of: items) {
                let place = counterpart.place(of: group).map { Place(page: target, place: $0) }
                for item in group.items { places[item] = place }
            }
            return places
        }
        guard !items.isEmpty else { return places }
        let alternatives = others.map { other, owner in
            // Words that another old page shows too belong to that page.
            let claims = owner.map { AnchorFinder.wordPairs(old.pages[$0], new.pages[other]).map(\.1) } ?? []
            let pair = PageRebase(
                old.pages[page], new.pages[other], parameters, knownTurn: 0, claimed: Set(claims))
            return (page: other, pair: pair)
        }
        guard let grouping = counterpart ?? alternatives.first?.pair else { return places }
        for group in grouping.groups(of: items) {
            let place = place(of: group, alternatives)
            for item in group.items { places[item] = place }
        }
        for (index, item) in items.enumerated() {
            guard case .object(.markup(let markup)) = item else { continue }
            if let place = place(of: markup, alternatives) { places[index] = place }
        }
        return places
    }

    /// Returns the place of a mark on the page that shows most of its words; nil if none shows half of them.
    private func place(of markup: MarkupItem, _ alternatives: [(page: Int, pair: PageRebase)]) -> Place? {
        let own = counterpart.flatMap { pair in target.map { (page: $0, pair: pair) } }
        var best: (place: Place, share: Double)?
        for (page, pair) in (own.map { [$0] } ?? []) + alternatives {
            guard let found = pair.place(of: markup), found.share >= Self.leastShare, found.share > best?.share ?? 0
            else { continue }
            best = (Place(page: page, place: found.place), found.share)
        }
        return best?.place
    }

    private func place(of group: InkGroup, _ alternatives: [(page: Int, pair: PageRebase)]) -> Place? {
        let support = counterpart?.support(of: group) ?? 0
        let isKept = counterpart?.keepsWord(under: group) ?? false
        let best = alternatives.map { ($0.pair.support(of: group), $0.page, $0.pair) }.max { $0.0 < $1.0 }
        if let (most, page, pair) = best, most >= Self.leastSupport,
            most > Self.lead * support || (!isKept && pair.keepsText(under: group)), let place = pair.place(of: group)
        {
            return Place(page: page, place: place)
        }
        guard let target, let counterpart else { return nil }
        return counterpart.place(of: group).map { Place(page: target, place: $0) }
    }
}
