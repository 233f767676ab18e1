// SPDX-License-Identifier: Apache-2.0

import LimnHandwriting
import Testing

struct FieldGrammarTests {
    /// Whether a grammar has a value, letter by letter.
    private func has(_ grammar: FieldGrammar, _ value: String) -> Bool {
        var start: [Unicode.Scalar] = []
        for letter in value.unicodeScalars {
            guard grammar.continuation(of: start).letters?.contains(letter) ?? true else { return false }
            start.append(letter)
        }
        return grammar.continuation(of: start).isComplete
    }

    @Test(arguments: ["7", "10", "+2", "-13", "1d6", "2d10+3", "10d20-1", "1d100"])
    func `Numbers with a sign and dice are rolls`(_ value: String) {
        #expect(has(.roll(limit: 12), value))
    }

    @Test(arguments: ["", "+", "007", "d6", "1d", "1d0", "1d7", "1d72", "0d6", "1d6+", "+1d6", "12345", "1d6+1d6"])
    func `What is no number and no dice is no roll`(_ value: String) {
        #expect(!has(.roll(limit: 12), value))
    }

    @Test func `A value is no longer than its field`() {
        #expect(has(.roll(limit: 2), "17") && !has(.roll(limit: 2), "170") && !has(.roll(limit: 2), "1d6"))
        #expect(has(.word(limit: 3), "elf") && !has(.word(limit: 3), "e") && !has(.word(limit: 3), "elfe"))
    }

    @Test func `A number has the decimals and the sign that its field takes`() {
        let plain = FieldGrammar.number(FieldNumber(digits: 1...3, isSigned: false))
        #expect(has(plain, "120") && !has(plain, "-1") && !has(plain, "1.5") && !has(plain, "1200"))
        let exact = FieldGrammar.number(FieldNumber(digits: 1...3, decimals: 2, isSigned: true))
        #expect(
            has(exact, "-1.5") && has(exact, "0.25") && !has(exact, "1.") && !has(exact, "1.255") && !has(exact, "05"))
    }

    @Test func `Dates are groups of digits between marks`() {
        let date = FieldGrammar.groups([1...2, 1...2, 4...4], separators: ["."])
        #expect(has(date, "1.12.2026") && has(date, "01.2.2026"))
        #expect(!has(date, "1.12.26") && !has(date, "1.12") && !has(date, "111.2.2026"))
    }

    @Test func `A choice is one of the options`() {
        let choice = FieldGrammar.options(["elf", "elder"].map { Array($0.unicodeScalars) })
        #expect(has(choice, "elf") && has(choice, "elder") && !has(choice, "el") && !has(choice, "elfe"))
        #expect(choice.alphabet?.text == "deflr")
    }

    @Test func `A word has no letters of East Asia beside others`() {
        func isWord(_ text: String) -> Bool {
            var start: [Unicode.Scalar] = []
            for letter in text.unicodeScalars {
                guard FieldGrammar.isInWords(letter, after: start) else { return false }
                start.append(letter)
            }
            return true
        }
        #expect(isWord("o'neill") && isWord("\u{30d5}\u{30a1}") && isWord("\u{3b1}\u{3b2}"))
        #expect(!isWord("i\u{30d5}") && !isWord("\u{4e00}o") && !isWord("-"))
    }

    private func meaning(of text: String, in alphabet: FieldAlphabet) -> FieldAlphabet.Meaning {
        alphabet.meaning(of: text, folded: Letters.folded(decomposed: text.lowercased()).first)
    }

    @Test func `Letters that look like digits mean them where the field takes no such letters`() {
        let digits = FieldAlphabet("0123456789-")
        #expect(meaning(of: "O", in: digits) == .letter("0"))
        #expect(meaning(of: "S", in: digits) == .letter("5"))
        #expect(meaning(of: "—", in: digits) == .letter("-"))
        #expect(meaning(of: " ", in: digits) == .space)
        #expect(meaning(of: "w", in: digits) == .foreign)
        let words = FieldAlphabet("so0")
        #expect(meaning(of: "O", in: words) == .letter("o"))
        #expect(meaning(of: "S", in: words) == .letter("s"))
    }
}
