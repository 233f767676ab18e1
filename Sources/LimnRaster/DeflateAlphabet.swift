// SPDX-License-Identifier: GPL-3.0-or-later

/// How deflate writes lengths and distances: a symbol and some extra bits (RFC 1951, 3.2.5).
enum DeflateAlphabet {
    typealias Parts = (symbol: Int, extra: Int, extraWidth: Int)

    /// The parts of a length of 3…258; the symbol counts from 257.
    @inline(__always) static func length(_ length: Int) -> Parts {
        if length == 258 { return (28, 0, 0) }
        let value = length &- 3
        if value < 8 { return (value, 0, 0) }
        // Four symbols for each power of two.
        let width = highestBit(value) &- 2
        return (4 &* width &+ value &>> width, value & ((1 &<< width) &- 1), width)
    }

    /// The parts of a distance of 1…32768, given less one.
    @inline(__always) static func distance(_ value: Int) -> Parts {
        if value < 4 { return (value, 0, 0) }
        // Two symbols for each power of two.
        let width = highestBit(value) &- 1
        return (2 &* width &+ value &>> width, value & ((1 &<< width) &- 1), width)
    }

    @inline(__always) private static func highestBit(_ value: Int) -> Int { 63 &- value.leadingZeroBitCount }
}
