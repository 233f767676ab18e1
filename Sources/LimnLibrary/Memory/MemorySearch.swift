// SPDX-License-Identifier: GPL-3.0-or-later

/// Searching texts word by word, as FTS5 does with `unicode61 remove_diacritics 2` and queries of beginnings.
enum MemorySearch {
    /// The words of a text, folded.
    static func tokens(in text: String) -> [String] {
        text.unicodeScalars.split { !$0.isInWord }.map { String($0).foldedForSearch }.filter { !$0.isEmpty }
    }

    /// Whether a name, folded, or an id begins with a text; nothing begins with an empty one.
    static func begins<Record>(_ name: String, _ id: RecordID<Record>, with text: String) -> Bool {
        guard !text.isEmpty else { return false }
        return name.foldedForSearch.utf8.starts(with: text.foldedForSearch.utf8)
            || RecordID<Record>.range(beginning: text)?.contains(id.value) == true
    }

    /// Whether a run of words occurs, the last of them as a beginning.
    static func contains(_ run: [String], in tokens: [String]) -> Bool {
        guard let last = run.last, tokens.count >= run.count else { return run.isEmpty }
        return (0...(tokens.count - run.count)).contains { start in
            let piece = tokens[start..<(start + run.count)]
            return piece.dropLast().elementsEqual(run.dropLast()) && (piece.last?.hasPrefix(last) ?? false)
        }
    }
}
