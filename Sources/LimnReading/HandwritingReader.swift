// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
package import LimnGeometry
package import LimnHandwriting
internal import LimnText

/// Reads pieces of handwriting with a model of PaddleOCR (PP-OCRv6, recognition), which ONNX Runtime runs.
///
/// Only one thread uses it. It needs about 100 MB.
package final class HandwritingReader {
    /// What a piece says.
    package struct Reading: Hashable, Sendable {
        /// The most probable text, with its case and accents. It is often wrong.
        package var text: String
        /// What else is possible. With an alphabet, at each step the probabilities of its letters and that of no letter are
        /// together 1.
        package var lattice: Lattice
        /// How improbable it is that the piece has only letters of the alphabet: the negative natural logarithm, from 0.
        package var outside = 0.0
    }

    /// The version of the library that runs the model.
    package let version: String
    private let session: OnnxSession
    /// The text of each of the model's classes. The first one stands for no letter.
    private let classes: [String]
    /// Each class as search compares letters; nil where that is not one letter.
    private let letters: [Unicode.Scalar?]
    /// What the classes mean in the alphabet that was used last, without those that mean nothing there.
    private var meanings: (alphabet: FieldAlphabet, classes: [(number: Int, letter: Unicode.Scalar?)])?

    /// A step of the model is so many pixels wide.
    private static let stepWidth = 8
    /// What is less probable is left out of lattices.
    private static let leastProbability: Float = 0.002
    private static let classLimit = 65_536

    /// Loads a model.
    ///
    /// - Parameter model: the file of the model.
    /// - Throws: ``ReadingError``: `noLibrary` if the process has not loaded the library, `unusableModel`, `failed`.
    package init(model: [UInt8]) throws(ReadingError) {
        let runtime = try OnnxRuntime()
        version = runtime.version
        session = try OnnxSession(runtime, model: model)
        guard let alphabet = try session.metadata("character") else {
            throw ReadingError(.unusableModel, "The model for handwriting does not say which letters it knows.")
        }
        classes =
            [""] + alphabet.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) } + [" "]
        guard classes.count <= Self.classLimit else {
            throw ReadingError(.unusableModel, "The model for handwriting knows too many letters.")
        }
        letters = classes.map { text in
            let folded = Letters.folded(decomposed: text.lowercased().decomposedCompatibly)
            return folded.count == 1 ? folded[0] : nil
        }
    }

    /// Reads a piece: a word, or some words of a line.
    ///
    /// - Parameters:
    ///   - lines: the centers of the lines, in any unit, y down. The piece is upright.
    ///   - leastHeight: the height of a piece with small letters only, in the same unit.
    ///   - alphabet: the only letters that the piece may have; nil for all.
    /// - Returns: what it says; nil if there is no ink.
    /// - Throws: ``ReadingError``.
    package func read(
        _ lines: [[Point]], leastHeight: Double, _ alphabet: FieldAlphabet? = nil
    ) throws(ReadingError) -> Reading? {
        guard let picture = WordPicture(lines, leastHeight: leastHeight) else { return nil }
        let shape = [1, 3, WordPicture.height, picture.width].map { Int64($0) }
        let pixels = picture.pixels + picture.pixels + picture.pixels
        return try session.run(pixels, shape: shape) { (numbers, lengths) throws(ReadingError) in
            guard lengths.count == 3, lengths[0] == 1, lengths[2] == classes.count,
                lengths[1] == picture.width / Self.stepWidth
            else { throw ReadingError(.unusableModel, "The model for handwriting cannot be used.") }
            let inked = min(lengths[1], Lattice.stepLimit, (picture.inkWidth + Self.stepWidth - 1) / Self.stepWidth)
            let found = reading(numbers, steps: inked)
            return alphabet.map { masked(found, to: $0, numbers, steps: inked) } ?? found
        }
    }

    /// Returns a reading with the letters of an alphabet only.
    ///
    /// - Parameter numbers: the probability of each class, step by step.
    private func masked(
        _ reading: Reading, to alphabet: FieldAlphabet, _ numbers: UnsafeBufferPointer<Float>, steps count: Int
    ) -> Reading {
        let known = classes(of: alphabet)
        var (found, outside) = ([Lattice.Step](), 0.0)
        for index in 0..<count {
            let row = UnsafeBufferPointer(rebasing: numbers[index * classes.count..<(index + 1) * classes.count])
            var (blank, sums) = (Double(max(row[0], 0)), [Unicode.Scalar: Double]())
            for (number, letter) in known where row[number] > 0 {
                if let letter { sums[letter, default: 0] += Double(row[number]) } else { blank += Double(row[number]) }
            }
            let sum = max(blank + sums.values.reduce(0, +), 1e-9)
            outside += max(0, -log(sum))
            let choices = sums.map { Lattice.Choice($0.key, cost: Lattice.cost(of: $0.value / sum)) }
            found.append(Self.step(choices, blank: Lattice.cost(of: blank / sum)))
        }
        return Reading(text: reading.text, lattice: Lattice(found), outside: outside)
    }

    /// The classes that mean something in an alphabet, with the letter that each one means; nil for no letter.
    private func classes(of alphabet: FieldAlphabet) -> [(number: Int, letter: Unicode.Scalar?)] {
        if let meanings, meanings.alphabet == alphabet { return meanings.classes }
        let found = classes.indices.dropFirst().compactMap { number -> (number: Int, letter: Unicode.Scalar?)? in
            switch alphabet.meaning(of: classes[number], folded: letters[number]) {
            case .letter(let letter): (number, letter)
            case .space: (number, nil)
            case .foreign: nil
            }
        }
        meanings = (alphabet, found)
        return found
    }

    /// Makes a step of the cheapest choices.
    private static func step(_ choices: [Lattice.Choice], blank: UInt8) -> Lattice.Step {
        let possible = choices.filter { $0.cost < Lattice.most }
            .sorted { ($0.cost, $0.letter.value) < ($1.cost, $1.letter.value) }
        return Lattice.Step(Array(possible.prefix(Lattice.choiceLimit)), blank: blank)
    }

    /// Returns what probabilities say.
    ///
    /// - Parameter numbers: the probability of each class, step by step.
    private func reading(_ numbers: UnsafeBufferPointer<Float>, steps count: Int) -> Reading {
        var (text, last) = ("", 0)
        let steps = (0..<count).map { index in
            let row = UnsafeBufferPointer(rebasing: numbers[index * classes.count..<(index + 1) * classes.count])
            var (best, sums) = (0, [Unicode.Scalar: Float]())
            for number in row.indices where row[number] >= Self.leastProbability {
                if row[number] > row[best] { best = number }
                if let letter = letters[number] { sums[letter, default: 0] += row[number] }
            }
            if best != last { text += classes[best] }
            last = best
            let choices = sums.map { Lattice.Choice($0.key, cost: Lattice.cost(of: Double($0.value))) }
            return Self.step(choices, blank: Lattice.cost(of: Double(row[0])))
        }
        return Reading(text: text, lattice: Lattice(steps))
    }
}
