// SPDX-License-Identifier: GPL-3.0-or-later

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
    /// What of the original is still there.
    var kept: KeptContent?
    /// What a person should know.
    var messages: [String] = []
}
