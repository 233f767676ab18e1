// SPDX-License-Identifier: Apache-2.0

/// The letters that the value of a field may have. Readers know many more, and take letters for others that look like them.
package struct FieldAlphabet: Hashable, Sendable {
    /// What a reader's letter means in a field.
    package enum Meaning: Hashable, Sendable {
        /// A letter of the alphabet.
        case letter(Unicode.Scalar)
        /// Nothing: values are compared without spaces.
        case space
        /// No value of the field has it.
        case foreign
    }

    /// The letters, as ``Letters/folded(decomposed:)`` returns them.
    package let letters: Set<Unicode.Scalar>

    /// The maximum number of letters, which bounds the work for a piece.
    package static let limit = 128

    /// Makes an alphabet of the letters of a text; further ones than ``limit`` are left out.
    ///
    /// - Parameter text: a text as ``Letters/folded(decomposed:)`` takes it.
    package init(_ text: String) {
        var letters: Set<Unicode.Scalar> = []
        for letter in Letters.folded(decomposed: text)
        where !letter.properties.isWhitespace && letters.count < Self.limit {
            letters.insert(letter)
        }
        self.letters = letters
    }

    /// The letters as text, sorted.
    package var text: String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: letters.sorted { $0.value < $1.value })
        return String(view)
    }

    /// Returns what a reader's letter means here. One that only looks like a letter of the alphabet means that letter.
    ///
    /// - Parameter folded: the letter as search compares it; nil if it is none, or several.
    package func meaning(of text: String, folded: Unicode.Scalar?) -> Meaning {
        guard let folded else { return .foreign }
        if folded.properties.isWhitespace { return .space }
        if letters.contains(folded) { return .letter(folded) }
        if let like = text.unicodeScalars.first.flatMap({ Self.looks[$0] }), letters.contains(like) {
            return .letter(like)
        }
        return .foreign
    }

    /// The letters that look like digits and signs, by what they look like. They are those that the model takes people's digits
    /// and signs for.
    private static let looks: [Unicode.Scalar: Unicode.Scalar] = {
        let alike: [(Unicode.Scalar, String)] = [
            ("0", "OoQD〇○"), ("1", "lI|i!丨｜丿ı"), ("2", "Zz乙己"), ("3", "ɜЗ"), ("4", "чЧ"), ("5", "Ss"), ("6", "bGб"),
            ("7", "フクㄱ>"), ("8", "B&"), ("9", "gq"), ("+", "十t†＋"), ("-", "–—一−_~－ー"), (".", ",·。"),
        ]
        return Dictionary(
            alike.flatMap { letter, others in others.unicodeScalars.map { ($0, letter) } },
            uniquingKeysWith: { first, _ in first })
    }()
}
