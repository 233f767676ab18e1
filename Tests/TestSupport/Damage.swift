// SPDX-License-Identifier: GPL-3.0-or-later

extension [UInt8] {
    /// The bytes with one to three bits turned over.
    public func flipped(using generator: inout SeededGenerator) -> [UInt8] {
        var copy = self
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            copy[Int.random(in: 0..<count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        }
        return copy
    }
}
