// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A value that the ink in a field may say.
package struct FieldGuess: Hashable, Sendable {
    /// The letters, as ``Letters/folded(decomposed:)`` returns them.
    package var text: String
    /// How sure it is, 0…1. A threshold on it was chosen by measuring; see `Benchmarks/READING.md`.
    package var certainty: Double

    package init(_ text: String, certainty: Double) { (self.text, self.certainty) = (text, certainty) }

    /// The maximum number of guesses for a field.
    package static let limit = 5
}

/// Looks for the values of a grammar in a lattice.
///
/// The method is the prefix beam search for connectionist temporal classification (A. Hannun and others, 2014): each beginning
/// of a value has the probability of all ways to read it. Beginnings that the grammar does not know are none.
package struct ValueSearch {
    private let grammar: FieldGrammar
    private var known: [[Unicode.Scalar]: FieldGrammar.Continuation] = [:]

    /// The number of beginnings that are kept at each step.
    private static let width = 24
    /// How much ink counts against a value that has letters which no value has: the exponent of its probability per letter.
    private static let strictness = 0.3

    /// Prepares a search.
    package init(_ grammar: FieldGrammar) { self.grammar = grammar }

    /// A beginning's probability, apart for those ways that end without a letter.
    private struct Ways {
        var blank = 0.0
        var letter = 0.0
        var sum: Double { blank + letter }
    }

    /// Returns the values that a lattice may say, the surest first.
    ///
    /// - Parameters:
    ///   - lattice: the possible letters of the grammar's alphabet only; at each step their probabilities and that of no letter
    ///     are together 1.
    ///   - outside: how improbable it is that the ink has only such letters: the negative natural logarithm, from 0.
    package mutating func guesses(in lattice: Lattice, outside: Double) -> [FieldGuess] {
        var beams: [[Unicode.Scalar]: Ways] = [[]: Ways(blank: 1)]
        var improbability = outside
        for step in lattice.steps {
            let blank = Self.probability(step.blank)
            let letters = step.choices.map { ($0.letter, Self.probability($0.cost)) }
            var next: [[Unicode.Scalar]: Ways] = [:]
            for (start, ways) in beams {
                next[start, default: Ways()].blank += ways.sum * blank
                let following = continuation(of: start).letters
                for (letter, probability) in letters {
                    let isLast = letter == start.last
                    if isLast { next[start, default: Ways()].letter += ways.letter * probability }
                    guard following?.contains(letter) ?? FieldGrammar.isInWords(letter, after: start) else { continue }
                    next[start + [letter], default: Ways()].letter += (isLast ? ways.blank : ways.sum) * probability
                }
            }
            let best = next.filter { $0.value.sum > 0 }.sorted { $0.value.sum > $1.value.sum }.prefix(Self.width)
            let sum = best.reduce(0) { $0 + $1.value.sum }
            guard sum > 0 else { return [] }
            improbability -= log(sum)
            beams = Dictionary(
                uniqueKeysWithValues: best.map {
                    ($0.key, Ways(blank: $0.value.blank / sum, letter: $0.value.letter / sum))
                })
        }
        let complete = beams.filter { !$0.key.isEmpty && continuation(of: $0.key).isComplete }
        let sum = complete.reduce(0) { $0 + $1.value.sum }
        guard sum > 0 else { return [] }
        improbability = max(0, improbability - log(sum))
        let found = complete.map { value, ways in
            let share = ways.sum / sum
            return FieldGuess(
                String(String.UnicodeScalarView(value)),
                certainty: share * exp(-Self.strictness * improbability / Double(value.count)))
        }
        return Array(found.sorted { ($0.certainty, $1.text) > ($1.certainty, $0.text) }.prefix(FieldGuess.limit))
    }

    private mutating func continuation(of start: [Unicode.Scalar]) -> FieldGrammar.Continuation {
        if let known = known[start] { return known }
        let found = grammar.continuation(of: start)
        known[start] = found
        return found
    }

    private static func probability(_ cost: UInt8) -> Double { exp(-Double(cost) / Lattice.units) }
}

extension String.UnicodeScalarView {
    init(_ scalars: some Sequence<Unicode.Scalar>) {
        self.init()
        append(contentsOf: scalars)
    }
}
