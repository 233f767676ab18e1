// SPDX-License-Identifier: GPL-3.0-or-later

/// The new page of an old page.
public struct PageMatch: Hashable, Sendable, Codable {
    /// The index of the old page, from 0.
    public var old: Int
    /// The index of the new page, from 0; nil if the page is gone.
    public var new: Int?
    /// How similar the pages are, 0…1.
    public var similarity: Double
    /// Whether the page changed its place among the others.
    public var isMoved = false
    /// Whether the pages show the same things at the same places.
    public var isUnchanged = false
    /// The turn of the new page against the old one, in degrees clockwise: 0, 90, 180 or 270.
    public var turn = 0

    /// Makes a match.
    public init(old: Int, new: Int?, similarity: Double) {
        self.old = old
        self.new = new
        self.similarity = similarity
    }
}
