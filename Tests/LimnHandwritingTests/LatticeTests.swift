// SPDX-License-Identifier: Apache-2.0

import Foundation
import LimnHandwriting
import Testing
import TestSupport

struct LatticeTests {
    /// Steps that surely say a text, with a blank behind each letter.
    private func steps(_ text: String) -> [Lattice.Step] {
        text.unicodeScalars.flatMap { [Lattice.Step([.init($0, cost: 0)], blank: 112), Lattice.Step(blank: 0)] }
    }

    @Test func `Costs are sixteenths of natural logarithms, up to the highest`() {
        #expect(Lattice.cost(of: 1) == 0)
        #expect(Lattice.cost(of: 0.5) == 11)
        #expect(Lattice.cost(of: 0.001) == 111)
        #expect(Lattice.cost(of: 0) == 112)
        #expect(Lattice.cost(of: .nan) == 112)
        #expect(Lattice.cost(of: 2) == 0)
    }

    @Test func `A lattice is the same after writing and reading`() throws {
        var steps = steps("the straße")
        steps.insert(Lattice.Step([.init("o", cost: 4), .init("a", cost: 30), .init("😀", cost: 99)], blank: 40), at: 3)
        steps += [Lattice.Step](repeating: Lattice.Step(blank: 0), count: 300)
        let lattice = Lattice(steps)
        #expect(Lattice(bytes: lattice.bytes) == lattice)
        #expect(try JSONDecoder().decode([Lattice].self, from: try JSONEncoder().encode([lattice])) == [lattice])
        #expect(lattice.best == "thoe straße")
    }

    @Test func `A line of forty letters takes less than a thousand bytes`() {
        let choices = [Lattice.Choice("a", cost: 3), .init("o", cost: 20), .init("u", cost: 50), .init("e", cost: 80)]
        let steps = (0..<40).flatMap { _ in
            [
                Lattice.Step(choices, blank: 90), Lattice.Step(blank: 0),
                Lattice.Step(Array(choices.prefix(2)), blank: 9),
            ]
        }
        #expect(Lattice(steps).bytes.count < 1000)
    }

    @Test func `Damaged bytes are refused or make another lattice, and never end the program`() {
        var generator = SeededGenerator(seed: 5)
        let sound = Lattice(steps("handwriting")).bytes
        for cut in sound.indices { #expect(Lattice(bytes: Array(sound[..<cut]))?.bytes != sound) }
        for _ in 0..<20_000 {
            let bytes = sound.flipped(using: &generator)
            if let lattice = Lattice(bytes: bytes) { #expect(Lattice(bytes: lattice.bytes) == lattice) }
        }
        #expect(Lattice(bytes: []) == nil)
        #expect(Lattice(bytes: [2, 0]) == nil)
        // A letter that is no character, an index beyond the letters, choices out of order, and too many steps.
        #expect(Lattice(bytes: [1, 1, 0, 0xd8, 0]) == nil)
        #expect(Lattice(bytes: [1, 1, 0, 0, 97, 1, 0, 1, 0]) == nil)
        #expect(Lattice(bytes: [1, 1, 0, 0, 97, 2, 0, 0, 9, 0, 8]) == nil)
        #expect(Lattice(bytes: [1, 0] + [UInt8](repeating: 255, count: 9)) == nil)
        #expect(Lattice(bytes: [1, 0] + [UInt8](repeating: 255, count: 8))?.steps.count == 1024)
    }

    @Test func `Text that is no base64 is no lattice`() {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Lattice].self, from: Data("[\"?\"]".utf8)) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Lattice].self, from: Data("[\"AAAA\"]".utf8)) }
    }
}
