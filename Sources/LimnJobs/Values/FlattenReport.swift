// SPDX-License-Identifier: GPL-3.0-or-later

/// What a worker tells of a document that it made.
package struct FlattenReport: Codable, Hashable, Sendable {
    /// The size of the new document.
    package var bytes = 0
    /// The points of the ink that were written.
    package var points = 0
    /// The largest distance by which an edge of the ink moved, in points.
    package var largestEdgeError = 0.0
    /// How it was saved: appended or rewritten.
    package var save = SaveStrategy.rewrite
    /// Why it was saved that way.
    package var reason = ""
    /// The numbers of the original's objects that were given another content by appending, ascending.
    package var overridden: [Int] = []
    /// Whether the ink as it was drawn is in it.
    package var sourceInk: SourceInkOutcome?
    /// What became of a claim to be PDF/A.
    package var archive: PDFAOutcome?
    /// What burning did.
    package var burnt: BurnReport?
    /// What of the original is still there.
    package var kept: KeptContent?
    /// The /UserUnit of each page with ink where it is not 1; nil where nobody looked, or they are too many to tell.
    package var userUnits: [Int: Double]?
    /// The pixels an inch of pages that became pictures with fewer than were asked for.
    package var loweredResolutions: [Int: Double] = [:]
    /// What a person should know.
    package var messages: [String] = []

    package init() {}

    /// An answer of a worker has room for so many units.
    package static let unitLimit = 1000

    /// The /UserUnit of a page with ink; nil where that is not known.
    package func userUnit(ofInkedPage page: Int) -> Double? { userUnits.map { $0[page] ?? 1 } }

    /// Counts the ink of a page.
    package mutating func add(points: Int, edgeError: Double) {
        self.points += points
        largestEdgeError = max(largestEdgeError, edgeError)
    }
}
