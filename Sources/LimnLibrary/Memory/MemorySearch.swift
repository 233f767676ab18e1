// SPDX-License-Identifier: GPL-3.0-or-later

/// Word search with the semantics of FTS5's tokenizer `unicode61 remove_diacritics 2` and prefix queries.
enum MemorySearch {
    /// Returns the folded words of a text.
    static func tokens(in text: String) -> [String] {
        text.unicodeScalars.split { !$0.isInWord }.map { String($0).foldedForSearch }.filter { !$0.isEmpty }
    }

    /// Returns whether a name or an id starts with a text, ignoring case and diacritics. An empty text matches nothing.
    static func hasPrefix<Record>(_ text: String, _ name: String, _ id: RecordID<Record>) -> Bool {
        guard !text.isEmpty else { return false }
        return name.foldedForSearch.utf8.starts(with: text.foldedForSearch.utf8)
            || RecordID<Record>.range(withPrefix: text)?.contains(id.value) == true
    }

    /// Returns whether a phrase occurs in a text. Its last word may be a prefix.
    static func contains(_ run: [String], in tokens: [String]) -> Bool {
        guard let last = run.last, tokens.count >= run.count else { return run.isEmpty }
        return (0...(tokens.count - run.count)).contains { start in
            let piece = tokens[start..<(start + run.count)]
            return piece.dropLast().elementsEqual(run.dropLast()) && (piece.last?.hasPrefix(last) ?? false)
        }
    }
}
