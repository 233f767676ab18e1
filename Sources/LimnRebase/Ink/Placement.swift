// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk

/// The place of an item on the new pages, and its certainty.
public struct Placement: Hashable, Sendable {
    /// The certainty of a place.
    public enum Certainty: String, Hashable, Sendable, Codable, CaseIterable {
        /// The score is at least ``RebaseParameters/certain``.
        case certain
        /// The place is the best one found, but a person should check it.
        case likely
        /// The item has no place on the new pages. It keeps its old position, in a separate layer.
        case leftOver
    }

    /// The index of the old page, from 0.
    public var oldPage: Int
    /// The index of the item in the old drawing's items, from 0.
    public var item: Int
    /// The index of the new page, from 0.
    public var newPage: Int
    /// The transform from the old page to the new one, in page space; the identity for an item that is left over.
    public var transform: AffineTransform
    /// The pieces of lines of a mark on words, in page space of the new page, if they did not all move by ``transform``; else
    /// nil.
    public var quads: [Quad]?
    /// The score of the place, 0…1; 0 for an item that is left over.
    public var score: Double
    /// The certainty that follows from ``score``.
    public var certainty: Certainty

    static func leftOver(page: Int, item: Int, on target: Int) -> Placement {
        Placement(oldPage: page, item: item, newPage: target, transform: .identity, score: 0, certainty: .leftOver)
    }

    /// Takes a place that was found, unless its score is too low.
    mutating func take(_ found: PageSpread.Place, _ parameters: RebaseParameters) {
        guard found.place.score >= parameters.leftOver, found.place.transform.isFinite else { return }
        (newPage, transform, score) = (found.page, found.place.transform, found.place.score)
        quads = found.place.quads
        certainty = score >= parameters.certain ? .certain : .likely
    }

    /// Returns an item at this place.
    public func applied(to item: Item) -> Item {
        if let quads, case .object(.markup(var markup)) = item {
            markup.quads = quads
            return .object(.markup(markup))
        }
        return transform == .identity ? item : item.transformed(by: transform)
    }
}
