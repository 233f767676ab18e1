// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// Where an item went, and how sure that is.
public struct Placement: Hashable, Sendable, Codable {
    /// How sure a place is.
    public enum Certainty: String, Hashable, Sendable, Codable, CaseIterable {
        /// Nothing speaks against the place.
        case certain
        /// The place is the best one, but a person should look at it.
        case likely
        /// The item has no place any more. It lies where it lay, in a layer of its own.
        case leftOver
    }

    /// The index of the old page, from 0.
    public var oldPage: Int
    /// The index of the item in the old drawing's items.
    public var item: Int
    /// The index of the new page, from 0.
    public var newPage: Int
    /// The map from the old page to the new one, in page space; the identity for an item that is left over.
    public var transform: AffineTransform
    /// How sure the place is, 0…1.
    public var score: Double
    /// The class of ``score``.
    public var certainty: Certainty
}
