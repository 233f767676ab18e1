// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnForms
internal import LimnHandwriting

/// What a character's values say about the hand that wrote in its fields.
///
/// A field with ink whose value is one of the guesses tells what the writer means by the letters that were read. Nothing is kept:
/// the ink and the values are in the library, and who may see both sees what follows from them.
package struct WriterCorrections: Sendable {
    private var habits = LetterHabits()

    /// - Parameters:
    ///   - fields: the fields with ink, as they were read, for those who get the result.
    ///   - values: the character's own values by the names of the fields.
    package init(_ fields: [HandwrittenField], values: [String: FieldEntry]) {
        for field in fields where field.kind == .text {
            let value: String? =
                switch values[field.name] {
                case .text(let text), .number(let text): text
                case .flag, .list, .picture, nil: nil
                }
            guard let value, let read = field.value, field.guesses.contains(where: { $0.value == value }) else {
                continue
            }
            habits.add(read: Self.letters(of: read), meant: Self.letters(of: value))
        }
    }

    /// Returns a field with its guesses in the order, and with the certainties, that the corrections give them.
    package func weighed(_ field: HandwrittenField) -> HandwrittenField {
        guard field.kind == .text else { return field }
        let certainties = habits.certainties(
            of: field.guesses.map { (letters: Self.letters(of: $0.value), certainty: $0.certainty) })
        var weighed = field
        weighed.guesses = zip(field.guesses, certainties).map { .init($0.value, $1) }.sorted {
            $0.certainty > $1.certainty
        }
        return weighed
    }

    private static func letters(of value: String) -> [Unicode.Scalar] { Letters.folded(decomposed: value.searched) }
}
