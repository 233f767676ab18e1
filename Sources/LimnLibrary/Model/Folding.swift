// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

extension String {
    /// The text without case and diacritics, by which names are sorted, looked up and searched.
    ///
    /// Each letter stands for itself: ß stays ß.
    var foldedForSearch: String {
        if utf8.allSatisfy({ $0 < 0x80 }) {
            return String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
        }
        var folded = String.UnicodeScalarView()
        for scalar in decomposedStringWithCanonicalMapping.unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            let lower = scalar.properties.lowercaseMapping.unicodeScalars
            // The sigma at a word's end is the other one in small.
            if scalar == "ς" {
                folded.append("σ")
            } else if lower.count == 1 {
                folded.append(contentsOf: lower)
            } else {
                folded.append(scalar)
            }
        }
        return String(folded)
    }

    /// Whether the bytes of this text come before those of another, as SQLite compares texts.
    func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

    /// The first text behind all that begin with this one, which is not empty; as SQLite compares texts.
    var endOfBeginnings: String { self + "\u{10ffff}" }
}

extension Unicode.Scalar {
    /// Whether it is a part of a word: a letter, a digit or for private use, as in `unicode61`.
    var isInWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse, .nonspacingMark:
            true
        default: false
        }
    }
}

/// What a person searches for: all of its words, each as the beginning of a word.
struct SearchQuery {
    /// Texts between white space; one with punctuation inside, such as `d-20`, is a run of words.
    let words: [String]

    init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace)
            .map { String($0).replacingOccurrences(of: "\0", with: " ") }
            .filter { $0.unicodeScalars.contains(where: \.isInWord) }
    }
}
