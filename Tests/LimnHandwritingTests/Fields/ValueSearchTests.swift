// SPDX-License-Identifier: Apache-2.0

import Foundation
import LimnHandwriting
import Testing

struct FieldSearchTests {
    /// A lattice with a step for each list of letters and their probabilities; what is left is for no letter.
    private func lattice(_ steps: [[Unicode.Scalar: Double]]) -> Lattice {
        Lattice(
            steps.map { letters in
                let choices = letters.map { Lattice.Choice($0.key, cost: Lattice.cost(of: $0.value)) }
                return Lattice.Step(
                    choices.sorted { $0.cost < $1.cost },
                    blank: Lattice.cost(of: 1 - letters.values.reduce(0, +)))
            })
    }

    private func guesses(
        _ steps: [[Unicode.Scalar: Double]], _ grammar: FieldGrammar, outside: Double = 0
    ) -> [FieldGuess] {
        var search = ValueSearch(grammar)
        return search.guesses(in: lattice(steps), outside: outside)
    }

    @Test func `All ways to read a value count`() throws {
        // A letter in both steps, in the first or in the second one: 0.36, 0.24 and 0.24. The rest is nothing at all.
        let found = guesses([["1": 0.6], ["1": 0.6]], .roll(limit: 4))
        #expect(found.map(\.text) == ["1"])
        #expect(abs(try #require(found.first).certainty - pow(0.84, 0.3)) < 0.02)
        // Twice the same letter needs a step without one.
        let two = guesses([["1": 1], [:], ["1": 1]], .roll(limit: 4))
        #expect(try #require(two.first).text == "11" && two[0].certainty > 0.99)
    }

    @Test func `The grammar decides between letters`() {
        let steps: [[Unicode.Scalar: Double]] = [["d": 0.6, "0": 0.4], [:], ["6": 1]]
        #expect(guesses(steps, .roll(limit: 4)).isEmpty == true || guesses(steps, .roll(limit: 4))[0].certainty < 0.7)
        let after = guesses([["2": 1], [:]] + steps, .roll(limit: 5))
        #expect(after.prefix(2).map(\.text) == ["2d6", "206"])
        #expect(abs(after[0].certainty / after[1].certainty - 1.5) < 0.1)
    }

    @Test func `Ink that has other letters is less certain`() {
        let steps: [[Unicode.Scalar: Double]] = [["7": 1]]
        let sure = guesses(steps, .roll(limit: 4))[0].certainty
        let doubtful = guesses(steps, .roll(limit: 4), outside: 3)[0].certainty
        #expect(sure > 0.99)
        #expect(abs(doubtful - exp(-0.9)) < 0.01)
    }

    @Test func `A word has letters only, and more than one`() {
        #expect(guesses([["e": 1], ["l": 1], ["f": 1]], .word(limit: 5)).first?.text == "elf")
        #expect(guesses([["e": 1]], .word(limit: 5)).isEmpty)
        let doubtful = guesses([["5": 0.9, "s": 0.1], ["o": 1]], .word(limit: 5))
        #expect(doubtful.first?.text == "so")
        #expect((doubtful.first?.certainty ?? 1) < 0.8)
    }

    @Test func `Nothing is no value`() {
        #expect(guesses([], .roll(limit: 4)).isEmpty)
        #expect(guesses([[:], [:]], .roll(limit: 4)).isEmpty)
        #expect(guesses([["a": 1]], .roll(limit: 4)).isEmpty)
    }
}
