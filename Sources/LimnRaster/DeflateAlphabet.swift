// SPDX-License-Identifier: GPL-3.0-or-later

/// The symbols and extra bits for lengths and distances (RFC 1951, 3.2.5).
enum DeflateAlphabet {
    typealias Parts = (symbol: Int, extra: Int, extraWidth: Int)

    /// Returns the symbol, minus 257, and the extra bits for a length of 3…258.
    @inline(__always) static func length(_ length: Int) -> Parts {
        if length == 258 { return (28, 0, 0) }
        let value = length &- 3
        if value < 8 { return (value, 0, 0) }
        // Each power of two has four symbols.
        let width = highestBit(value) &- 2
        return (4 &* width &+ value &>> width, value & ((1 &<< width) &- 1), width)
    }

    /// Returns the symbol and the extra bits for a distance of 1…32768. `value` is the distance minus 1.
    @inline(__always) static func distance(_ value: Int) -> Parts {
        if value < 4 { return (value, 0, 0) }
        // Each power of two has two symbols.
        let width = highestBit(value) &- 1
        return (2 &* width &+ value &>> width, value & ((1 &<< width) &- 1), width)
    }

    @inline(__always) private static func highestBit(_ value: Int) -> Int { 63 &- value.leadingZeroBitCount }
}
