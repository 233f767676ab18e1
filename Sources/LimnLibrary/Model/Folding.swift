// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

extension String {
    /// The text without case and diacritics, for sorting, lookup and search.
    ///
    /// A letter always becomes one letter: ß stays ß.
    var foldedForSearch: String {
        if utf8.allSatisfy({ $0 < 0x80 }) {
            return String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
        }
        var folded = String.UnicodeScalarView()
        for scalar in decomposedStringWithCanonicalMapping.unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            let lower = scalar.properties.lowercaseMapping.unicodeScalars
            // A final sigma is folded to the ordinary small sigma.
            if scalar == "ς" {
                folded.append("σ")
            } else if let only = lower.first, lower.count == 1 {
                // Appending a sequence would copy the whole text each time.
                folded.append(only)
            } else {
                folded.append(scalar)
            }
        }
        return String(folded)
    }

    /// Returns whether this text sorts before another by the bytes of UTF-8, as in SQLite.
    func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

    /// An upper bound, in SQLite's order, of all texts with this prefix.
    var prefixUpperBound: String { self + "\u{10ffff}" }
}

extension Unicode.Scalar {
    /// Whether `unicode61` treats the scalar as part of a word: letters, digits, marks and private use.
    var isInWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse, .nonspacingMark:
            true
        default: false
        }
    }

    /// Whether the scalar makes a text searchable as a word. Marks do not, because emojis also contain them.
    var beginsWord: Bool { isInWord && properties.generalCategory != .nonspacingMark }
}
