// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A lattice as bytes: about a hundred for a word of handwriting.
///
/// The bytes are the version, the number of letters, the letters (three bytes each, the highest first), and the steps. A byte
/// from 128 on stands for up to 128 steps that surely have no letter. Any other one is the number of choices of a step; its
/// blank's cost follows, and for each choice the index of the letter and its cost.
extension Lattice {
    private static let version: UInt8 = 1

    /// The lattice as bytes. Letters beyond ``letterLimit`` different ones are left out.
    package var bytes: [UInt8] {
        var (places, letters) = ([Unicode.Scalar: UInt8](), [Unicode.Scalar]())
        for choice in steps.lazy.flatMap(\.choices)
        where places[choice.letter] == nil && letters.count < Self.letterLimit {
            places[choice.letter] = UInt8(letters.count)
            letters.append(choice.letter)
        }
        var bytes = [Self.version, UInt8(letters.count)]
        for letter in letters {
            bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: letter.value >> $0) }
        }
        var empty = 0
        func end() {
            while empty > 0 {
                let count = min(empty, 128)
                bytes.append(UInt8(127 + count))
                empty -= count
            }
        }
        for step in steps {
            if step.choices.isEmpty, step.blank == 0 {
                empty += 1
                continue
            }
            end()
            let known = step.choices.compactMap { choice in places[choice.letter].map { [$0, choice.cost] } }
            bytes += [UInt8(known.count), step.blank] + known.joined()
        }
        end()
        return bytes
    }

    /// Reads a lattice from bytes that may come from anywhere; nil if they are none.
    package init?(bytes: [UInt8]) {
        var rest = bytes[...]
        guard rest.popFirst() == Self.version, let count = rest.popFirst(), rest.count >= 3 * Int(count) else {
            return nil
        }
        var letters: [Unicode.Scalar] = []
        for _ in 0..<count {
            let value = rest.prefix(3).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            guard let letter = Unicode.Scalar(value) else { return nil }
            letters.append(letter)
            rest = rest.dropFirst(3)
        }
        var steps: [Step] = []
        while let head = rest.popFirst() {
            if head >= 128 {
                steps += [Step](repeating: Step(blank: 0), count: Int(head) - 127)
            } else {
                guard head <= Self.choiceLimit, let blank = rest.popFirst(), rest.count >= 2 * Int(head),
                    blank <= Self.most
                else { return nil }
                var choices: [Choice] = []
                for _ in 0..<head {
                    guard let place = rest.popFirst(), let cost = rest.popFirst(), place < letters.count,
                        cost <= Self.most, cost >= choices.last?.cost ?? 0
                    else { return nil }
                    choices.append(Choice(letters[Int(place)], cost: cost))
                }
                steps.append(Step(choices, blank: blank))
            }
            guard steps.count <= Self.stepLimit else { return nil }
        }
        self.init(steps)
    }
}

extension Lattice: Codable {
    /// Encodes the bytes as text (RFC 4648, 4).
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(bytes).base64EncodedString())
    }

    /// Decodes what ``encode(to:)`` writes.
    ///
    /// - Throws: `DecodingError` for anything else.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let data = Data(base64Encoded: try container.decode(String.self)),
            let lattice = Lattice(bytes: Array(data))
        else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is no lattice.") }
        self = lattice
    }
}
