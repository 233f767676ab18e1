// SPDX-License-Identifier: GPL-3.0-or-later

/// SplitMix64: the same numbers for the same seed, everywhere.
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// True in so many of a thousand cases.
    mutating func happens(_ perMille: Int) -> Bool { Int.random(in: 0..<1000, using: &self) < perMille }

    /// One of some values.
    mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: values.indices, using: &self)] }
}
