// SPDX-License-Identifier: Apache-2.0

import LimnHandwriting
import Testing

struct LetterHabitsTests {
    private func letters(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

    private func habits(_ known: [(read: String, meant: String)]) -> LetterHabits {
        var habits = LetterHabits()
        for value in known { habits.add(read: letters(value.read), meant: letters(value.meant)) }
        return habits
    }

    private func certainties(_ habits: LetterHabits, of guesses: [(String, Double)]) -> [Double] {
        habits.certainties(of: guesses.map { (letters: letters($0.0), certainty: $0.1) })
    }

    @Test func `Without known values, the reader's word stands`() {
        #expect(certainties(habits([]), of: [("1", 0.9), ("7", 0.05)]) == [0.9, 0.05])
        #expect(certainties(habits([("1", "7")]), of: [("4", 0.9), ("9", 0.05)]) == [0.9, 0.05])
        #expect(certainties(habits([("1", "7")]), of: []).isEmpty)
    }

    @Test func `A letter that was corrected is less certain, and after some corrections another one`() {
        let guesses = [("1", 0.97), ("7", 0.02)]
        let once = certainties(habits([("1", "7")]), of: guesses)
        #expect(once[0] < 0.7 && once[0] > once[1] && once[1] > 0.3)
        let thrice = certainties(habits([("1", "7"), ("1", "7"), ("1", "7")]), of: guesses)
        #expect(thrice[1] > thrice[0])
        #expect(abs(thrice[0] + thrice[1] - 0.99) < 1e-12)
    }

    @Test func `Values that the reader had right speak against a correction`() {
        let right = [(read: String, meant: String)](repeating: ("1", "1"), count: 9)
        let mixed = certainties(habits(right + [("1", "7")]), of: [("1", 0.97), ("7", 0.02)])
        #expect(mixed[0] > 0.85 && mixed[0] < 0.97)
    }

    @Test func `What was right before makes no guess surer, and changes no order`() {
        let right = [(read: String, meant: String)](repeating: ("1", "1"), count: 99)
        #expect(certainties(habits(right), of: [("1", 0.6), ("7", 0.3)])[0] <= 0.6)
        let before = [("16", 0.4), ("15", 0.35), ("76", 0.25)]
        let after = certainties(habits([("11", "11")]), of: before)
        #expect(zip(after, before).allSatisfy { $0 <= $1.1 + 1e-12 })
        #expect(after[0] > after[1] && after[1] > after[2])
    }

    @Test func `No corrections make a value certain`() {
        let known = [(read: String, meant: String)](repeating: ("55", "66"), count: 50)
        let found = certainties(habits(known), of: [("55", 0.9), ("66", 0.08)])
        #expect(found[1] > found[0] && found[1] <= 0.9)
    }

    @Test func `Values of any length and certainty give numbers from 0 to 1`() {
        let long = (String(repeating: "a", count: 2000), String(repeating: "b", count: 2000))
        let found = certainties(habits([(read: long.0, meant: long.1)]), of: [(long.0, 0.9), (long.1, 0.05)])
        #expect(found == [0.9, 0.05])
        let short = (String(repeating: "a", count: 32), String(repeating: "b", count: 32))
        let many = [(read: String, meant: String)](repeating: (read: short.0, meant: short.1), count: 900)
        for (one, other) in [(1.0, 0.0), (1, 1), (0, 0)] {
            let guesses = [(short.0, one), (short.1, other)]
            #expect(certainties(habits(many), of: guesses).allSatisfy { (0...1).contains($0) }, "\(guesses)")
        }
    }

    @Test func `In longer values, each letter counts at its place`() {
        let found = certainties(
            habits([("1", "7"), ("21", "27"), ("1d6", "7d6")]), of: [("31", 0.9), ("37", 0.05), ("3", 0.02)])
        #expect(found[1] > found[0] && found[2] == 0.02)
    }

    @Test func `A value of another length, and certainties of nothing, change nothing that is no number`() {
        #expect(certainties(habits([("1", "17")]), of: [("1", 0.9), ("7", 0.05)]) == [0.9, 0.05])
        let none = certainties(habits([("1", "7")]), of: [("1", 0), ("7", 0)])
        #expect(none.allSatisfy { (0...0.01).contains($0) })
    }
}
