// SPDX-License-Identifier: GPL-3.0-or-later

/// A worker's report about a document that it made. It contains only what other workers cannot find out.
package struct FlattenReport: Codable, Hashable, Sendable {
    /// The number of bytes written: the new document, or the update to append to the original.
    package var bytes = 0
    /// The number of points of the written ink.
    package var points = 0
    /// The largest displacement of an edge of the ink, in points.
    package var largestEdgeError = 0.0
    /// How it was saved: appended or rewritten.
    package var save = SaveStrategy.rewrite
    /// Why it was saved that way.
    package var reason = ""
    /// Whether the document carries source ink; nil if that was not decided.
    package var sourceInk: SourceInkOutcome?
    /// What the mode `burn` did; nil in other modes.
    package var burnt: BurnReport?
    /// The lowered resolutions of pages that became pictures, in pixels an inch, by page number.
    package var loweredResolutions: [Int: Double] = [:]
    /// Warnings of libraries, and sentences about parts of the original that were skipped.
    package var messages: [String] = []
    /// Notes for the user about texts and pictures, such as a missing font.
    package var itemNotes: [String] = []
    /// The pages that may look different from before, ascending: other viewers show the original differently than
    /// poppler.
    package var doubtfulPages: [Int] = []

    /// The maximum number of pages in ``loweredResolutions`` and in ``doubtfulPages``.
    package static let pageLimit = 1000

    package init() {}

    /// Adds the ink of a page.
    package mutating func add(points: Int, edgeError: Double) {
        self.points += points
        largestEdgeError = max(largestEdgeError, edgeError)
    }
}
