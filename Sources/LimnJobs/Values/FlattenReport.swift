// SPDX-License-Identifier: GPL-3.0-or-later

/// What a worker tells of a document that it made. What can be found out without it is not among it: another worker looks.
package struct FlattenReport: Codable, Hashable, Sendable {
    /// How many bytes were written: the new document, or what goes behind the original where it is appended to.
    package var bytes = 0
    /// The points of the ink that were written.
    package var points = 0
    /// The largest distance by which an edge of the ink moved, in points.
    package var largestEdgeError = 0.0
    /// How it was saved: appended or rewritten.
    package var save = SaveStrategy.rewrite
    /// Why it was saved that way.
    package var reason = ""
    /// Whether the ink as it was drawn is in it.
    package var sourceInk: SourceInkOutcome?
    /// What burning did.
    package var burnt: BurnReport?
    /// The pixels an inch of pages that became pictures with fewer than were asked for.
    package var loweredResolutions: [Int: Double] = [:]
    /// What libraries printed, and what was passed over in the original.
    package var messages: [String] = []
    /// What a reader should know about texts and pictures, such as a missing font.
    package var itemNotes: [String] = []
    /// Pages that may look different than before, ascending: other viewers show the original differently than poppler.
    package var doubtfulPages: [Int] = []

    /// The most pages in ``loweredResolutions`` and in ``doubtfulPages``.
    package static let pageLimit = 1000

    package init() {}

    /// Counts the ink of a page.
    package mutating func add(points: Int, edgeError: Double) {
        self.points += points
        largestEdgeError = max(largestEdgeError, edgeError)
    }
}
