// SPDX-License-Identifier: GPL-3.0-or-later

/// A length-limited canonical Huffman code (RFC 1951, 3.2.2).
struct HuffmanCode {
    /// The code length of each symbol in bits; 0 for a symbol that does not occur.
    private(set) var lengths: [UInt8]
    /// The code of each symbol, with its first bit in the least significant position, as deflate requires.
    private(set) var codes: [UInt16]

    /// Makes a code from the frequencies of the symbols.
    ///
    /// At least two symbols get a code, because some decoders reject incomplete codes.
    ///
    /// - Parameter limit: the maximum code length in bits.
    init(frequencies: [UInt32], limit: Int) {
        lengths = [UInt8](repeating: 0, count: frequencies.count)
        codes = [UInt16](repeating: 0, count: frequencies.count)
        var used = frequencies.indices.filter { frequencies[$0] > 0 }
        for symbol in 0..<2 where used.count < 2 && !used.contains(symbol) { used.append(symbol) }
        // Equal frequencies are ordered by symbol, so that the result is deterministic.
        used.sort { (frequencies[$0], $0) < (frequencies[$1], $1) }

        var perLength = Self.depths(of: used.map { UInt64(max(1, frequencies[$0])) })
        Self.limit(&perLength, to: limit)
        // The rarest symbols get the longest codes.
        var next = 0
        for length in stride(from: limit, through: 1, by: -1) {
            for _ in 0..<perLength[length] {
                lengths[used[next]] = UInt8(length)
                next += 1
            }
        }
        assignCodes(perLength, limit: limit)
    }

    /// Returns the number of leaves at each depth of the Huffman tree, by the two-queue method (van Leeuwen 1976).
    ///
    /// - Parameter weights: the frequencies of the symbols, in ascending order.
    private static func depths(of weights: [UInt64]) -> [Int] {
        let count = weights.count
        var sums: [UInt64] = []
        var parents = [Int](repeating: 0, count: 2 * count - 1)
        sums.reserveCapacity(count)
        var leaf = 0
        var node = 0
        for merged in 0..<count - 1 {
            var sum: UInt64 = 0
            for _ in 0..<2 {
                if leaf < count && (node >= sums.count || weights[leaf] <= sums[node]) {
                    sum += weights[leaf]
                    parents[leaf] = count + merged
                    leaf += 1
                } else {
                    sum += sums[node]
                    parents[count + node] = count + merged
                    node += 1
                }
            }
            sums.append(sum)
        }
        var depth = [Int](repeating: 0, count: 2 * count - 1)
        var perLength = [Int](repeating: 0, count: max(count, 16) + 1)
        for index in stride(from: 2 * count - 3, through: 0, by: -1) {
            depth[index] = depth[parents[index]] + 1
            if index < count { perLength[depth[index]] += 1 }
        }
        return perLength
    }

    /// Shortens codes that exceed the limit, then lengthens others until the code is complete again.
    private static func limit(_ perLength: inout [Int], to limit: Int) {
        for length in perLength.indices where length > limit {
            perLength[limit] += perLength[length]
            perLength[length] = 0
        }
        // The Kraft sum in units of 2^-limit. Each step reduces it by one unit.
        var sum = (1...limit).reduce(0) { $0 + perLength[$1] << (limit - $1) }
        while sum > 1 << limit {
            perLength[limit] -= 1
            for length in stride(from: limit - 1, through: 1, by: -1) where perLength[length] > 0 {
                perLength[length] -= 1
                perLength[length + 1] += 2
                break
            }
            sum -= 1
        }
    }

    private mutating func assignCodes(_ perLength: [Int], limit: Int) {
        var next = [UInt16](repeating: 0, count: limit + 1)
        for length in 1..<limit { next[length + 1] = (next[length] + UInt16(perLength[length])) << 1 }
        for symbol in lengths.indices where lengths[symbol] > 0 {
            let length = Int(lengths[symbol])
            codes[symbol] = Self.reversed(next[length]) >> UInt16(16 - length)
            next[length] += 1
        }
    }

    private static func reversed(_ value: UInt16) -> UInt16 {
        var value = value
        value = (value & 0x5555) << 1 | (value >> 1) & 0x5555
        value = (value & 0x3333) << 2 | (value >> 2) & 0x3333
        value = (value & 0x0f0f) << 4 | (value >> 4) & 0x0f0f
        return value.byteSwapped
    }
}
