// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A word that is looked for in handwriting: the beginning of a word, without case and accents.
package struct WordQuery: Hashable, Sendable {
    /// Where a word was found.
    package struct Match: Hashable, Sendable {
        /// How sure it is, 0…1: the geometric mean, over the letters, of how probable the word is beside what is most probable.
        package var certainty: Double
        /// The steps of the lattice that may say the word.
        package var steps: Range<Int>
    }

    /// The letters, as ``Letters/folded(decomposed:)`` returns them.
    package let letters: [Unicode.Scalar]

    /// The letters as text.
    package var text: String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: letters)
        return String(view)
    }

    /// The maximum number of letters.
    package static let limit = 64
    /// What a beginning within a word costs, in units of a lattice.
    private static let inside = 24

    /// Makes a query. Nil if the text has no letter or digit, has white space between letters, or is longer than ``limit``.
    ///
    /// - Parameter text: a text as ``Letters/folded(decomposed:)`` takes it.
    package init?(decomposed text: String) {
        letters = Letters.folded(decomposed: text)
        guard letters.contains(where: { Letters.isPartOfWord($0) }), letters.count <= Self.limit,
            !letters.contains(where: { $0.properties.isWhitespace })
        else { return nil }
    }

    /// Returns the words of a text that a query can be made of.
    ///
    /// - Parameter text: a text as ``Letters/folded(decomposed:)`` takes it.
    package static func words(ofDecomposed text: String) -> [WordQuery] {
        text.split(whereSeparator: \.isWhitespace).compactMap { WordQuery(decomposed: String($0)) }
    }

    /// Returns where a lattice may say the word, the surest first. No two places overlap.
    ///
    /// The method is that of Viterbi over the letters with an optional blank before each. A step costs what the letter costs
    /// there, less what the most probable letter costs there.
    ///
    /// - Parameter least: the certainty that each place has at least, 0…1.
    package func matches(in lattice: Lattice, atLeast least: Double) -> [Match] {
        // Odd states are letters, even ones the blanks before them. The last state is the last letter.
        let count = 2 * letters.count
        let none = Int.max / 2
        var costs = [Int](repeating: none, count: count)
        var starts = [Int](repeating: 0, count: count)
        var found: [(cost: Int, steps: Range<Int>)] = []
        let highest = least > 0 ? -Lattice.units * Double(letters.count) * log(least) : .infinity
        var isInWord = false
        for (index, step) in lattice.steps.enumerated() {
            let least = Int(step.least)
            let blank = Int(step.blank) - least
            let entry = isInWord ? Self.inside : 0
            // From the last state to the first, so that each sees the earlier step's costs of those before it.
            for state in stride(from: count - 1, to: 0, by: -1) {
                let letter = state / 2
                let isLetter = state % 2 == 1
                var (cost, start) = (costs[state], starts[state])
                func take(_ other: Int, _ otherStart: Int) { if other < cost { (cost, start) = (other, otherStart) } }
                if state == 1 { take(entry, index) }
                if state > 1 { take(costs[state - 1], starts[state - 1]) }
                if isLetter, letter > 0, letters[letter] != letters[letter - 1] {
                    take(costs[state - 2], starts[state - 2])
                }
                guard cost < none else { continue }
                cost += isLetter ? Int(step.cost(of: letters[letter])) - least : blank
                (costs[state], starts[state]) = (cost, start)
            }
            let (cost, start) = (costs[count - 1], starts[count - 1])
            if cost < none, Double(cost) <= highest { found.append((cost, start..<index + 1)) }
            if let first = step.choices.first, first.cost < step.blank { isInWord = Letters.isPartOfWord(first.letter) }
        }
        var taken: [(cost: Int, steps: Range<Int>)] = []
        for place in found.sorted(by: { ($0.cost, $0.steps.lowerBound) < ($1.cost, $1.steps.lowerBound) })
        where !taken.contains(where: { $0.steps.overlaps(place.steps) }) { taken.append(place) }
        return taken.map { place in
            Match(
                certainty: exp(-Double(place.cost) / (Lattice.units * Double(letters.count))), steps: place.steps)
        }
    }
}
