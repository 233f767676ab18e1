// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry

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
    /// The number of letters of a word on each side of the end of a line, at least.
    private static let shortestPart = 2

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
    /// - Parameter least: the certainty that each place has at least, 0…1.
    package func matches(in lattice: Lattice, atLeast least: Double) -> [Match] {
        var trellis = WordTrellis(letters)
        var found: [WordTrellis.Path] = []
        let highest = highestCost(atLeast: least)
        var isInWord = false
        for (index, step) in lattice.steps.enumerated() {
            trellis.advance(step, index: index, entry: isInWord ? Self.inside : 0)
            if let path = trellis.whole, path.cost <= highest { found.append(path) }
            if let letter = step.best { isInWord = Letters.isPartOfWord(letter) }
        }
        var taken: [WordTrellis.Path] = []
        for path in found.sorted(by: { ($0.cost, $0.steps.lowerBound) < ($1.cost, $1.steps.lowerBound) })
        where !taken.contains(where: { $0.steps.overlaps(path.steps) }) { taken.append(path) }
        return taken.map { Match(certainty: certainty(ofCost: $0.cost), steps: $0.steps) }
    }

    /// Returns where a line may begin the word, with a hyphen at its end, and the next line may go on with it.
    ///
    /// - Parameters:
    ///   - lattice: the end of the line.
    ///   - next: the beginning of the next line.
    ///   - least: the certainty that the place has at least, 0…1.
    /// - Returns: both places, with the certainty of the whole word; nil if the line does not end with a hyphen.
    package func match(from lattice: Lattice, into next: Lattice, atLeast least: Double) -> (Match, Match)? {
        guard letters.count >= 2 * Self.shortestPart, let end = lattice.finalHyphen else { return nil }
        var first = WordTrellis(letters)
        var isInWord = false
        for (index, step) in lattice.steps[..<end].enumerated() {
            first.advance(step, index: index, entry: isInWord ? Self.inside : 0)
            if let letter = step.best { isInWord = Letters.isPartOfWord(letter) }
        }
        // The rest of the word is followed from its end to the beginning of the line.
        var second = WordTrellis(letters.reversed())
        for (index, step) in next.steps.reversed().enumerated() { second.advance(step, index: index, entry: 0) }
        var best: (cost: Int, first: WordTrellis.Path, second: WordTrellis.Path)?
        for count in Self.shortestPart...(letters.count - Self.shortestPart) {
            guard let start = first.path(ofFirst: count), let rest = second.path(ofFirst: letters.count - count) else {
                continue
            }
            let cost = start.cost + rest.cost
            if cost < best?.cost ?? .max { best = (cost, start, rest) }
        }
        guard let best, best.cost <= highestCost(atLeast: least) else { return nil }
        let certainty = certainty(ofCost: best.cost)
        let last = next.steps.count - best.second.steps.lowerBound
        return (Match(certainty: certainty, steps: best.first.steps), Match(certainty: certainty, steps: 0..<last))
    }

    /// Returns whether a match is a word, and no part of a longer one, most probably.
    package func isWhole(_ match: Match, in lattice: Lattice) -> Bool {
        Self.beginsWord(match, in: lattice) && endsWord(match, in: lattice)
    }

    /// Returns whether no letter stands before the steps of a match, most probably.
    package static func beginsWord(_ match: Match, in lattice: Lattice) -> Bool {
        !(lattice.steps[..<match.steps.lowerBound].last { $0.best != nil }?.best.map { Letters.isPartOfWord($0) }
            ?? false)
    }

    /// Returns whether no letter stands behind the steps of a match, most probably. Its last letter may last longer.
    package func endsWord(_ match: Match, in lattice: Lattice) -> Bool {
        let rest = lattice.steps[match.steps.upperBound...].drop { $0.best == letters.last }
        return !(rest.first { $0.best != nil }?.best.map { Letters.isPartOfWord($0) } ?? false)
    }

    private func certainty(ofCost cost: Int) -> Double { exp(-Double(cost) / (Lattice.units * Double(letters.count))) }

    private func highestCost(atLeast least: Double) -> Int {
        guard least > 0 else { return .max }
        return Int(clamping: (-Lattice.units * Double(letters.count) * log(least)).rounded())
    }
}

/// How cheaply the steps up to one say the letters of a word up to each of them.
///
/// The method is that of Viterbi over the letters with an optional blank before each. A step costs what the letter costs there, less
/// what the most probable letter costs there.
private struct WordTrellis {
    /// The cheapest way to read some letters.
    struct Path {
        let cost: Int
        let steps: Range<Int>
    }

    private let letters: [Unicode.Scalar]
    /// Odd states are letters, even ones the blanks before them. The last state is the last letter.
    private var costs: [Int]
    private var starts: [Int]
    private var end = 0

    private static let none = Int.max / 2

    init(_ letters: [Unicode.Scalar]) {
        self.letters = letters
        costs = [Int](repeating: Self.none, count: 2 * letters.count)
        starts = [Int](repeating: 0, count: 2 * letters.count)
    }

    /// Takes a step.
    ///
    /// - Parameter entry: what it costs to begin here.
    mutating func advance(_ step: Lattice.Step, index: Int, entry: Int) {
        let least = Int(step.least)
        let blank = Int(step.blank) - least
        end = index + 1
        // From the last state to the first, so that each sees the earlier step's costs of those before it.
        for state in stride(from: costs.count - 1, to: 0, by: -1) {
            let letter = state / 2
            let isLetter = state % 2 == 1
            var (cost, start) = (costs[state], starts[state])
            func take(_ other: Int, _ otherStart: Int) { if other < cost { (cost, start) = (other, otherStart) } }
            if state == 1 { take(entry, index) }
            if state > 1 { take(costs[state - 1], starts[state - 1]) }
            if isLetter, letter > 0, letters[letter] != letters[letter - 1] {
                take(costs[state - 2], starts[state - 2])
            }
            guard cost < Self.none else { continue }
            cost += isLetter ? Int(step.cost(of: letters[letter])) - least : blank
            (costs[state], starts[state]) = (cost, start)
        }
    }

    /// All letters, the last of them at the last step.
    var whole: Path? { path(inState: costs.count - 1) }

    /// The first letters of the word, with nothing behind them up to the last step.
    ///
    /// - Precondition: there are more letters.
    func path(ofFirst count: Int) -> Path? {
        [2 * count - 1, 2 * count].compactMap { path(inState: $0) }.min { $0.cost < $1.cost }
    }

    private func path(inState state: Int) -> Path? {
        costs[state] < Self.none ? Path(cost: costs[state], steps: starts[state]..<end) : nil
    }
}
