// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
public import LimnInk

/// The ink of an old edition of a document, moved to the matching places in a new edition.
///
/// The same input gives the same result. Nothing is lost: if the new document is an edition of the old one, each item
/// occurs exactly once in ``drawings`` and once in ``placements``.
public struct Rebase: Hashable, Sendable {
    /// The relation between two documents.
    public enum Relation: String, Hashable, Sendable, Codable, CaseIterable {
        /// The new document is an edition of the old one.
        case edition
        /// The documents have no page in common, or too few. The ink is untouched.
        case unrelated
        /// One of the documents has no text, fields, pictures or drawn lines. The ink is untouched.
        case nothingToCompare
    }

    /// The name of the layer for items without a place.
    public static let leftOverName = "left over"

    /// The relation between the documents.
    public let relation: Relation
    /// One drawing per page of the new document if it is an edition of the old one; otherwise the old drawings.
    public private(set) var drawings: [Drawing]
    /// The new places of the items, in the order of the old pages and their items. Empty unless the new document is an
    /// edition of the old one.
    public private(set) var placements: [Placement] = []
    /// The matches of the old pages, in page order. Empty unless the new document is an edition of the old one.
    public private(set) var pages: [PageMatch] = []

    /// Moves the ink of an old edition to a new one.
    ///
    /// - Parameters:
    ///   - drawings: the drawings, one per old page, in page order. Items of drawings beyond the last page are left
    ///     over.
    ///   - old: the layout of the old edition.
    ///   - new: the layout of the new edition.
    ///   - corrections: the corrections of a person, for some of the items. Corrections for pages or items that do not
    ///     exist are ignored.
    public init(
        _ drawings: [Drawing], from old: DocumentLayout, to new: DocumentLayout,
        parameters: RebaseParameters = RebaseParameters(), corrections: [PlaceCorrection] = []
    ) {
        let matches = PageMatcher(parameters: parameters).matches(old, new)
        let hasContent = [old, new].allSatisfy { $0.pages.contains { !$0.isBlank } }
        let common = matches.count { $0.new != nil && !old.pages[$0.old].isBlank }
        let fewer = [old, new].map { $0.pages.count { !$0.isBlank } }.min() ?? 0
        let isEdition = common > 0 && Double(common) >= parameters.commonPages * Double(fewer)
        guard hasContent, isEdition, !new.pages.isEmpty else {
            relation = hasContent ? .unrelated : .nothingToCompare
            self.drawings = drawings
            return
        }
        relation = .edition
        pages = matches
        self.drawings = Array(repeating: Drawing(), count: new.pages.count)
        // Pages with a counterpart come first, so that items that are left over lie on top of the others.
        let corrections = PlaceCorrection.byItem(corrections, newPages: new.pages.count)
        var remaining: [(place: Placement, item: Item)] = []
        for (page, drawing) in drawings.enumerated() {
            let target = page < matches.count ? matches[page].new : nil
            let nearest = target ?? Self.nearest(to: page, matches)
            var places = (0..<drawing.itemCount).map { Placement.leftOver(page: page, item: $0, on: nearest) }
            if page < matches.count {
                let spread = PageSpread(old, new, matches, page: page, parameters)
                if let pair = spread.counterpart {
                    (pages[page].isUnchanged, pages[page].turn) = (pair.isUnchanged, pair.degrees)
                }
                for (index, place) in spread.places(of: drawing.items).enumerated() {
                    if let place { places[index].take(place, parameters) }
                }
            }
            for index in places.indices { corrections[page]?[index]?.apply(to: &places[index]) }
            placements += places
            let items = drawing.items
            guard let target else {
                remaining += places.map { ($0, items[$0.item]) }
                continue
            }
            let isKept = { (place: Placement) in place.certainty != .leftOver && place.newPage == target }
            if pages[page].isUnchanged, places.allSatisfy({ isKept($0) && $0.transform == .identity }) {
                self.drawings[target] = drawing
            } else {
                self.drawings[target] = Drawing(
                    items: places.filter(isKept).map { $0.applied(to: items[$0.item]) }, layers: drawing.layers)
            }
            remaining += places.filter { !isKept($0) }.map { ($0, items[$0.item]) }
        }
        for (place, item) in remaining { add(item, of: drawings[place.oldPage], place) }
    }

    /// Adds an item to a page that is not its page's counterpart, or that it has no place on. An item that is left over
    /// goes to a separate layer. Its audience does not change.
    private mutating func add(_ item: Item, of drawing: Drawing, _ place: Placement) {
        var item = place.applied(to: item)
        var layer = drawing.layers.indices.contains(item.layer) ? drawing.layers[item.layer] : Drawing.Layer()
        if place.certainty == .leftOver {
            layer = Drawing.Layer(name: Self.leftOverName, isVisible: layer.isVisible, audience: layer.audience)
        }
        let page = place.newPage
        if let known = drawings[page].layers.firstIndex(of: layer) {
            item.layer = known
        } else {
            item.layer = drawings[page].layers.count
            drawings[page].layers.append(layer)
        }
        drawings[page].append(item)
    }

    /// Returns the counterpart of the nearest old page that has one.
    private static func nearest(to page: Int, _ matches: [PageMatch]) -> Int {
        let found = matches.filter { $0.new != nil }.min {
            (($0.old - page).magnitude, $0.old) < (($1.old - page).magnitude, $1.old)
        }
        return found?.new ?? 0
    }
}
