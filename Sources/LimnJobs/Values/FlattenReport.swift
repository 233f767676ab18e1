// SPDX-License-Identifier: GPL-3.0-or-later

/// A worker's report about a document that it made. It contains only facts that other workers cannot determine.
package struct FlattenReport: Hashable, SizedAnswer {
    /// The number of bytes written: the size of the new document, or of the update to append to the original.
    package var bytes = 0
    /// The number of points of the written ink.
    package var points = 0
    /// The largest displacement of an edge of the ink, in points.
    package var largestEdgeError = 0.0
    /// The way the document was saved: appended or rewritten.
    package var save = SaveStrategy.rewrite
    /// The reason why it was saved that way.
    package var reason = ""
    /// Whether the document contains source ink; nil if undecided.
    package var sourceInk: SourceInkOutcome?
    /// The report of the mode `burn`; nil in other modes.
    package var burnt: BurnReport?
    /// The lowered resolutions of pages that became pictures, in pixels per inch, by page number.
    package var loweredResolutions: [Int: Double] = [:]
    /// Warnings of libraries, and sentences about parts of the original that were skipped.
    package var messages: [String] = []
    /// Notes for the user about texts and pictures, such as a missing font.
    package var itemNotes: [String] = []
    /// The page numbers, in ascending order, of pages that may look different from before, because other viewers show
    /// the original differently than poppler.
    package var doubtfulPages: [Int] = []

    /// The maximum number of pages in ``loweredResolutions`` and in ``doubtfulPages``.
    package static let pageLimit = 1000

    package init() {}

    /// Adds the statistics of a page's ink; `edgeError` is in points.
    package mutating func add(points: Int, edgeError: Double) {
        self.points += points
        largestEdgeError = max(largestEdgeError, edgeError)
    }
}
