// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry

/// What handwriting may say: for each step along it, the letters that are possible, with their probabilities.
///
/// The steps are those of a net that was trained with connectionist temporal classification (A. Graves and others, 2006): a
/// letter may last for several steps, and between two letters there may be steps without a letter.
package struct Lattice: Hashable, Sendable {
    /// A letter that is possible at a step.
    package struct Choice: Hashable, Sendable {
        /// The letter, as ``Letters/folded(_:)`` returns it; a space between words.
        package var letter: Unicode.Scalar
        /// What the letter costs: see ``Lattice/cost(of:)``.
        package var cost: UInt8

        package init(_ letter: Unicode.Scalar, cost: UInt8) { (self.letter, self.cost) = (letter, cost) }
    }

    /// A step.
    package struct Step: Hashable, Sendable {
        /// The possible letters, the cheapest first; at most ``Lattice/choiceLimit``.
        package var choices: [Choice]
        /// What it costs to read no letter here.
        package var blank: UInt8

        package init(_ choices: [Choice] = [], blank: UInt8) { (self.choices, self.blank) = (choices, blank) }

        /// The cost of what is most probable.
        package var least: UInt8 { min(blank, choices.first?.cost ?? Lattice.most) }

        /// The most probable letter; nil if none is.
        package var best: Unicode.Scalar? { choices.first.flatMap { $0.cost < blank ? $0.letter : nil } }

        /// Returns what a letter costs.
        package func cost(of letter: Unicode.Scalar) -> UInt8 {
            choices.first { $0.letter == letter }?.cost ?? Lattice.most
        }
    }

    /// The steps from the left to the right.
    package let steps: [Step]

    /// The maximum number of steps.
    package static let stepLimit = 1024
    /// The maximum number of letters per step.
    package static let choiceLimit = 7
    /// The maximum number of different letters.
    package static let letterLimit = 255
    /// The highest cost. It is that of everything that is not listed.
    package static let most: UInt8 = 112
    /// How many units a cost of one has.
    package static let units = 16.0

    /// Returns what something with a probability costs: its negative natural logarithm in sixteenths, up to ``most``.
    package static func cost(of probability: Double) -> UInt8 {
        guard probability > 0 else { return most }
        return min(most, UInt8(clamping: (-units * log(probability)).rounded()))
    }

    /// Makes a lattice.
    ///
    /// - Precondition: the limits hold.
    package init(_ steps: [Step]) {
        precondition(steps.count <= Self.stepLimit && steps.allSatisfy { $0.choices.count <= Self.choiceLimit })
        self.steps = steps
    }

    /// The most probable letters of the most probable steps, as search compares letters.
    package var best: String {
        var (text, last) = (String.UnicodeScalarView(), Unicode.Scalar?.none)
        for step in steps {
            let letter = step.best
            if let letter, letter != last { text.append(letter) }
            last = letter
        }
        return String(text)
    }

    /// The index of the step where the hyphen at the end begins; nil if something else is most probable there.
    package var finalHyphen: Int? {
        guard let last = steps.lastIndex(where: { $0.best.map { !$0.properties.isWhitespace } ?? false }),
            steps[last].best.map({ Letters.isHyphen($0) }) ?? false
        else { return nil }
        let before = steps[..<last].lastIndex { $0.best != steps[last].best }
        return before.map { $0 + 1 } ?? 0
    }
}
