// SPDX-License-Identifier: Apache-2.0

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

extension [UInt8] {
    /// The bytes with one to three bits turned over.
    func flipped(using generator: inout SeededGenerator) -> [UInt8] {
        var copy = self
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            copy[Int.random(in: 0..<count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        }
        return copy
    }
}
