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
        /// The documents have no page in common. The ink is untouched.
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
    public init(
        _ drawings: [Drawing], from old: DocumentLayout, to new: DocumentLayout,
        parameters: RebaseParameters = RebaseParameters()
    ) {
        let matches = PageMatcher(parameters: parameters).matches(old, new)
        let hasContent = [old, new].allSatisfy { $0.pages.contains { !$0.isBlank } }
        let isEdition = matches.contains { $0.new != nil && !old.pages[$0.old].isBlank }
        guard hasContent, isEdition, !new.pages.isEmpty else {
            relation = hasContent ? .unrelated : .nothingToCompare
            self.drawings = drawings
            return
        }
        relation = .edition
        pages = matches
        self.drawings = Array(repeating: Drawing(), count: new.pages.count)
        // Pages with a counterpart come first, so that items that are left over lie on top of the others.
        var remaining: [(page: Int, items: [Int])] = []
        for (page, drawing) in drawings.enumerated() {
            guard page < matches.count, let target = matches[page].new else {
                remaining.append((page, Array(0..<drawing.itemCount)))
                continue
            }
            let pair = PageRebase(old.pages[page], new.pages[target], parameters)
            (pages[page].isUnchanged, pages[page].turn) = (pair.isUnchanged, pair.degrees)
            let left = place(drawing, page: page, on: target, by: pair, parameters)
            if !left.isEmpty { remaining.append((page, left)) }
        }
        for (page, items) in remaining {
            leave(items, of: drawings[page], page: page, on: Self.nearest(to: page, matches))
        }
        placements.sort { ($0.oldPage, $0.item) < ($1.oldPage, $1.item) }
    }

    /// Moves items to their new page.
    ///
    /// - Returns: the indices of the items that have no place.
    private mutating func place(
        _ drawing: Drawing, page: Int, on target: Int, by pair: PageRebase, _ parameters: RebaseParameters
    ) -> [Int] {
        let items = drawing.items
        var kept: [Item] = []
        var left: [Int] = []
        for (index, place) in pair.places(of: items).enumerated() {
            guard let place, place.score >= parameters.leftOver, place.transform.isFinite else {
                left.append(index)
                continue
            }
            kept.append(place.transform == .identity ? items[index] : items[index].transformed(by: place.transform))
            placements.append(
                Placement(
                    oldPage: page, item: index, newPage: target, transform: place.transform, score: place.score,
                    certainty: place.score >= parameters.certain ? .certain : .likely))
        }
        drawings[target] = left.isEmpty && pair.isUnchanged ? drawing : Drawing(items: kept, layers: drawing.layers)
        return left
    }

    /// Puts items into separate layers at their old positions. Their audience does not change.
    private mutating func leave(_ indices: [Int], of drawing: Drawing, page: Int, on target: Int) {
        let items = drawing.items
        for index in indices {
            var item = items[index]
            let source = drawing.layers.indices.contains(item.layer) ? drawing.layers[item.layer] : Drawing.Layer()
            let layer = Drawing.Layer(
                name: Self.leftOverName, isVisible: source.isVisible, audience: source.audience)
            if let known = drawings[target].layers.firstIndex(of: layer) {
                item.layer = known
            } else {
                item.layer = drawings[target].layers.count
                drawings[target].layers.append(layer)
            }
            drawings[target].append(item)
            placements.append(
                Placement(
                    oldPage: page, item: index, newPage: target, transform: .identity, score: 0, certainty: .leftOver))
        }
    }

    /// Returns the counterpart of the nearest old page that has one.
    private static func nearest(to page: Int, _ matches: [PageMatch]) -> Int {
        let found = matches.filter { $0.new != nil }.min {
            (($0.old - page).magnitude, $0.old) < (($1.old - page).magnitude, $1.old)
        }
        return found?.new ?? 0
    }
}
