// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects

/// What a worker tells of a document that it made.
struct FlattenReport: Codable, Hashable {
    /// The size of the new document.
    var bytes = 0
    /// The points of the ink that were written.
    var points = 0
    /// The largest distance by which an edge of the ink moved, in points.
    var largestEdgeError = 0.0
    /// How it was saved: appended or rewritten.
    var save = FlattenRequest.Save.rewrite
    /// Why it was saved that way.
    var reason = ""
    /// The numbers of the original's objects that were given another content by appending, ascending.
    var overridden: [Int] = []
    /// Whether the ink as it was drawn is in it.
    var sourceInk: SourceInkFate?
    /// What became of a claim to be PDF/A.
    var archive: ArchiveFate?
    /// What burning did.
    var burnt: BurnReport?
    /// What of the original is still there.
    var kept: KeptContent?
    /// The /UserUnit of each page with ink where it is not 1; nil where nobody looked, or they are too many to tell.
    var userUnits: [Int: Double]?
    /// What a person should know.
    var messages: [String] = []

    /// An answer of a worker has room for so many units.
    static let unitLimit = 1000

    /// The /UserUnit of a page with ink; nil where that is not known.
    func userUnit(ofInkedPage page: Int) -> Double? { userUnits.map { $0[page] ?? 1 } }

    /// Counts the ink of a page.
    mutating func add(points: Int, edgeError: Double) {
        self.points += points
        largestEdgeError = max(largestEdgeError, edgeError)
    }
}
