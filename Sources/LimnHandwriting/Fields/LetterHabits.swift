// SPDX-License-Identifier: Apache-2.0

/// What somebody means by the letters that are read in their hand: how often a letter that was read meant which one.
///
/// The certainties of new guesses are the means of Dirichlet distributions. They begin with what the reader says, and every known
/// value adds one to what its letters meant.
package struct LetterHabits: Hashable, Sendable {
    private struct Reading: Hashable {
        let read: Unicode.Scalar
        let meant: Unicode.Scalar
    }

    private var meanings: [Reading: Int] = [:]
    private var totals: [Unicode.Scalar: Int] = [:]

    /// How many known values the reader's own word is worth.
    private static let trust = 2.0
    /// The certainty that a guess has at least beside others: guesses are kept in thousandths.
    private static let least = 0.0005
    /// The certainty at most of a guess that becomes surer. Values of others were not measured as certain ones.
    private static let mostCorrected = 0.9
    /// The maximum number of letters of a value that counts.
    package static let letterLimit = 32

    package init() {}

    /// Adds a value that is known, as far as its letters stand for those that were read. A value of another length is not counted.
    ///
    /// - Parameters:
    ///   - read: the surest guess, as ``Letters/folded(decomposed:)`` returns it.
    ///   - meant: the value in the same form.
    package mutating func add(read: [Unicode.Scalar], meant: [Unicode.Scalar]) {
        guard read.count == meant.count, read.count <= Self.letterLimit else { return }
        for (read, meant) in zip(read, meant) {
            meanings[Reading(read: read, meant: meant), default: 0] += 1
            totals[read, default: 0] += 1
        }
    }

    /// Returns the certainties of guesses as these habits change them.
    ///
    /// Their sum does not grow, and neither does the certainty of the surest guess: that a reader was right before says little
    /// about this ink. No guess becomes surer than 0.9 by this.
    ///
    /// - Parameter guesses: the guesses for one field, the surest first, with letters as in ``add(read:meant:)``.
    package func certainties(of guesses: [(letters: [Unicode.Scalar], certainty: Double)]) -> [Double] {
        let before = guesses.map { max($0.certainty, Self.least) }
        guard let first = guesses.first, first.letters.count <= Self.letterLimit,
            first.letters.contains(where: { totals[$0] != nil })
        else { return guesses.map(\.certainty) }
        let alike = guesses.indices.filter { guesses[$0].letters.count == first.letters.count }
        let sum = alike.reduce(0) { $0 + before[$1] }
        var found = guesses.map(\.certainty)
        for guess in alike {
            var factor = 1.0
            for (place, letter) in guesses[guess].letters.enumerated() {
                let share = alike.reduce(0) { $0 + (guesses[$1].letters[place] == letter ? before[$1] : 0) } / sum
                factor *= mean(of: letter, readAs: first.letters[place], share) / share
            }
            found[guess] = before[guess] * factor
        }
        let scale = min(sum / alike.reduce(0) { $0 + found[$1] }, max(first.certainty, Self.least) / found[0])
        for guess in alike {
            found[guess] = min(found[guess] * scale, max(guesses[guess].certainty, Self.mostCorrected))
        }
        return found
    }

    /// How probable it is that a letter is meant, beside the others that the guesses have there.
    private func mean(of letter: Unicode.Scalar, readAs read: Unicode.Scalar, _ share: Double) -> Double {
        let meant = meanings[Reading(read: read, meant: letter)] ?? 0
        return (Self.trust * share + Double(meant)) / (Self.trust + Double(totals[read] ?? 0))
    }
}
