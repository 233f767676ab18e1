// SPDX-License-Identifier: Apache-2.0

import Foundation
import LimnHandwriting
import Testing

struct WordQueryTests {
    private static func decomposed(_ text: String) -> String {
        text.lowercased().decomposedStringWithCompatibilityMapping
    }

    private static func query(_ text: String) -> WordQuery? { WordQuery(decomposed: decomposed(text)) }

    private func lattice(_ text: String) -> Lattice {
        Lattice(
            text.unicodeScalars.flatMap { [Lattice.Step([.init($0, cost: 0)], blank: 112), Lattice.Step(blank: 0)] })
    }

    private func match(_ query: String, in lattice: Lattice) throws -> WordQuery.Match {
        let query = try #require(Self.query(query))
        return try #require(query.matches(in: lattice, atLeast: 0).first)
    }

    private func certainty(_ query: String, in text: String) throws -> Double {
        try match(query, in: lattice(text)).certainty
    }

    @Test func `A word is surely where it is, with case and accents ignored`() throws {
        #expect(try certainty("castle", in: "the castle gate") == 1)
        #expect(try certainty("Zürich", in: "to zurich") == 1)
        #expect(try certainty("ÉCOLE", in: "ecole") == 1)
        #expect(try certainty("don’t", in: "i don't") == 1)
    }

    @Test func `A word is found by its beginning, and less surely within another`() throws {
        #expect(try certainty("cas", in: "the castle") == 1)
        let inside = try certainty("stle", in: "the castle")
        #expect(inside > 0.6 && inside < 0.75)
        #expect(try certainty("dragon", in: "the castle") < 0.01)
    }

    @Test(arguments: [
        ("castle", "the castle gate", true), ("castle", "castle", true), ("castle", "(castle)", true),
        ("castle", "the castles", false), ("cas", "the castle", false), ("tle", "the castle", false),
        ("see", "i see", true), ("see", "i seee", false), ("8", "18", false), ("1", "+1", true),
    ])
    func `A whole word has no letters around it`(_ query: String, _ text: String, _ isWhole: Bool) throws {
        let lattice = lattice(text)
        let found = try #require(Self.query(query)?.matches(in: lattice, atLeast: 0.17).first)
        #expect(Self.query(query)?.isWhole(found, in: lattice) == isWhole)
    }

    private func broken(_ query: String, _ line: String, _ next: String) -> (WordQuery.Match, WordQuery.Match)? {
        Self.query(query)?.match(from: lattice(line), into: lattice(next), atLeast: 0.5)
    }

    @Test func `A word goes on in the next line behind a hyphen`() throws {
        let (first, second) = try #require(broken("castle", "the cas- ", "tle gate"))
        #expect(first.certainty == 1 && second.certainty == 1)
        #expect(first.steps.lowerBound == 8 && second.steps == 0..<5)
        // It is still found by its beginning, and with any dash.
        #expect(broken("casti", "the cas—", "tigate") != nil)
        #expect(broken("castigated", "the cas-", "tigated walls")?.0.certainty == 1)
    }

    @Test func `Without a hyphen, or with other letters on either side, nothing goes on`() {
        #expect(broken("castle", "the cas", "tle gate") == nil)
        #expect(broken("castle", "the cas-", "the tle gate") == nil)
        #expect(broken("castle", "the cas-", "") == nil)
        #expect(broken("castle", "", "tle") == nil)
        #expect(broken("castle", "-", "castle") == nil)
        #expect(broken("dragon", "the cas-", "tle gate") == nil)
        // A part of a single letter is none.
        #expect(broken("cast", "c-", "ast") == nil && broken("cas", "ca-", "s") == nil)
    }

    @Test func `Doubled letters need a step without a letter between them`() throws {
        let one = Lattice.Step([.init("l", cost: 0)], blank: 112)
        let blank = Lattice.Step(blank: 0)
        #expect(try match("ll", in: Lattice([one, blank, one])).certainty == 1)
        #expect(try match("ll", in: Lattice([one, one, blank])).certainty < 0.1)
    }

    @Test func `What is probable beside the best reading is found with its probability`() throws {
        var steps = lattice("house").steps
        // As likely as e^(-16/16) beside the best letter.
        steps[4] = Lattice.Step([.init("w", cost: 2), .init("u", cost: 18)], blank: 112)
        let match = try match("house", in: Lattice(steps))
        #expect(abs(match.certainty - 0.8187) < 0.0001)
        #expect(match.steps == 0..<9)
        #expect(Lattice(steps).best == "howse")
    }

    @Test func `The place is that of the letters`() throws {
        let match = try match("gate", in: lattice("the castle gate"))
        // Each letter takes two steps; eleven stand before the word.
        #expect(match.steps == 22..<29)
    }

    @Test func `A word is found as often as it is there, and no places overlap`() throws {
        let query = try #require(Self.query("gate"))
        let found = query.matches(in: lattice("gate to gate, gates"), atLeast: 0.5)
        #expect(found.map(\.certainty) == [1, 1, 1])
        #expect(found.map(\.steps) == [0..<7, 16..<23, 28..<35])
        let all = query.matches(in: lattice("gate to gate, gates"), atLeast: 0)
        for (index, one) in all.enumerated() {
            #expect(!all[..<index].contains { $0.steps.overlaps(one.steps) })
        }
        #expect(query.matches(in: lattice("the castle"), atLeast: 0.2).isEmpty)
    }

    @Test func `A query needs a letter or a digit`() {
        #expect(Self.query("") == nil)
        #expect(Self.query("…!") == nil)
        #expect(Self.query("two words") == nil)
        #expect(Self.query(String(repeating: "a", count: 65)) == nil)
        #expect(Self.query("+2")?.text == "+2")
        #expect(WordQuery.words(ofDecomposed: Self.decomposed(" Two  wörds – ")).map(\.text) == ["two", "words"])
    }

    @Test func `Nothing is found in an empty lattice`() throws {
        let query = try #require(Self.query("a"))
        #expect(query.matches(in: Lattice([]), atLeast: 0).isEmpty)
    }

    @Test func `A thousand lines are searched within fifty milliseconds`() throws {
        let lines = [Lattice](repeating: lattice("every good boy deserves fudge today"), count: 1000)
        let query = try #require(Self.query("dragonfly"))
        let time = ContinuousClock().measure { for line in lines { _ = query.matches(in: line, atLeast: 0.17) } }
        // Ten times the goal: the machine may be busy.
        #expect(time < .milliseconds(500))
    }
}
