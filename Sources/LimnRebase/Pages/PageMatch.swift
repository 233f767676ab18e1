// SPDX-License-Identifier: GPL-3.0-or-later

/// The counterpart of an old page in the new edition.
public struct PageMatch: Hashable, Sendable, Codable {
    /// The index of the old page, from 0.
    public var old: Int
    /// The index of the new page, from 0; nil if the page is gone.
    public var new: Int?
    /// The similarity of the pages, 0…1.
    public var similarity: Double
    /// Whether the page changed its position in the order of pages.
    public var isMoved = false
    /// Whether the pages show the same things at the same places.
    public var isUnchanged = false
    /// The rotation of the new page relative to the old one, in degrees clockwise: 0, 90, 180 or 270.
    public var turn = 0

    /// Creates a match.
    public init(old: Int, new: Int?, similarity: Double) {
        self.old = old
        self.new = new
        self.similarity = similarity
    }
}
