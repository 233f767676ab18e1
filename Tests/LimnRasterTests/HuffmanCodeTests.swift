// SPDX-License-Identifier: GPL-3.0-or-later

@testable import LimnRaster
import Testing
import TestSupport

@Suite struct HuffmanCodeTests {
    @Test func `Frequencies 1, 1, 2, 3 and 5 get the lengths of Huffman's tree`() {
        let code = HuffmanCode(frequencies: [5, 1, 0, 3, 1, 2], limit: 15)
        #expect(code.lengths == [1, 4, 0, 2, 4, 3])
        // The canonical codes 0, 10, 110, 1110 and 1111 with their first bit in the lowest place.
        #expect(code.codes == [0b0, 0b0111, 0, 0b01, 0b1111, 0b011])
    }

    @Test(arguments: [7, 15])
    func `Even the steepest frequencies give a complete code within the limit`(limit: Int) {
        var noise = Noise(state: UInt64(limit))
        for count in [2, 3, 19] + (limit == 15 ? [30, 286] : []) {
            // Fibonacci numbers give the deepest trees.
            var fibonacci: [UInt32] = [1, 1]
            while fibonacci.count < min(count, 40) {
                fibonacci.append(fibonacci[fibonacci.count - 1] + fibonacci[fibonacci.count - 2])
            }
            fibonacci += [UInt32](repeating: 1, count: max(0, count - 40))
            for frequencies in [fibonacci, fibonacci.shuffled(using: &noise), [UInt32](repeating: 9, count: count)] {
                let lengths = HuffmanCode(frequencies: Array(frequencies.prefix(count)), limit: limit).lengths
                #expect(lengths.allSatisfy { (1...limit).contains(Int($0)) })
                let used: Int = lengths.reduce(0) { (sum: Int, length) in sum + 1 << (15 - Int(length)) }
                #expect(used == 1 << 15)
            }
        }
    }

    @Test(arguments: [[0, 0, 0], [0, 8, 0], [3, 0, 0]] as [[UInt32]])
    func `At least two symbols get a code`(frequencies: [UInt32]) {
        let lengths = HuffmanCode(frequencies: frequencies, limit: 15).lengths
        #expect(lengths.filter { $0 == 1 }.count == 2)
        #expect(zip(frequencies, lengths).allSatisfy { $0 == 0 || $1 == 1 })
    }
}
