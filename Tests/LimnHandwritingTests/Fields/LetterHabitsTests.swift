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

    @Test func `What was right before makes no guess surer`() {
        let right = [(read: String, meant: String)](repeating: ("1", "1"), count: 99)
        #expect(certainties(habits(right), of: [("1", 0.6), ("7", 0.3)])[0] <= 0.6)
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
