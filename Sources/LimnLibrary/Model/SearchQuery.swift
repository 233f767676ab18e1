// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// A search query: every part of it must match.
struct SearchQuery {
    /// The parts with letters or digits. A part with punctuation, such as `d-20`, is a phrase of several words. The
    /// last word of each part may be a prefix.
    let words: [String]
    /// The parts without letters and digits, folded, such as emojis, `*` and `"`. They must occur in the character's
    /// name, tags or form values, or in the template's name.
    let signs: [String]

    /// The maximum number of parts. SQLite refuses conditions with more than 1,000 nested levels, and each part adds to
    /// the depth.
    static let maximumParts = 500

    init(_ text: String) {
        var seen: Set<String> = []
        let parts = text.split(whereSeparator: \.isWhitespace)
            .map { String($0).replacingOccurrences(of: "\0", with: " ") }
            .filter { seen.insert($0).inserted }
        words = parts.filter { $0.unicodeScalars.contains(where: \.beginsWord) }
        signs = parts.filter { !$0.unicodeScalars.contains(where: \.beginsWord) }
            .map { $0.precomposedStringWithCanonicalMapping.foldedForSearch.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

    /// Makes the query for a filter.
    ///
    /// - Throws: ``LibraryError`` with `refused` if the filter has too many parts.
    init(_ filter: CharacterFilter) throws(LibraryError) {
        self.init(filter.search ?? "")
        let count = words.count + signs.count + filter.tags.count
        guard count <= Self.maximumParts else {
            throw LibraryError(
                .refused,
                "The search has \(count) words and tags; at most \(Self.maximumParts) are possible. Give fewer.")
        }
    }
}
