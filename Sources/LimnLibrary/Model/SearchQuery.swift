// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// A search query: every part of it must match.
struct SearchQuery {
    /// The parts with letters or digits. One with punctuation, such as `d-20`, is a phrase of several words. The last word
    /// is a prefix.
    let words: [String]
    /// The parts of signs alone, folded: emojis, `*`, `"`. They must occur in a name or a tag.
    let signs: [String]

    /// SQLite refuses conditions that are nested more deeply than 1,000; each part adds to the depth.
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

    /// The query of a filter.
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
