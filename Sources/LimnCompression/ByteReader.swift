// SPDX-License-Identifier: Apache-2.0

/// A reader for little-endian numbers at any offset. Reads outside the bytes return nil.
struct ByteReader {
    let bytes: [UInt8]
    /// The offset of the first byte. It is nonzero if the bytes are part of a larger file.
    var start = 0
    /// The offset of the end, after the last byte.
    var end: Int { start + bytes.count }

    func uint16(_ at: Int) -> Int? { number(at, 2) }
    func uint32(_ at: Int) -> Int? { number(at, 4) }
    /// Returns a 64-bit number. Also returns nil if it does not fit in an `Int`.
    func uint64(_ at: Int) -> Int? { number(at, 8) }

    /// Returns `count` bytes from offset `at`.
    func slice(_ at: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard at >= start, count >= 0, at <= end, count <= end - at else { return nil }
        return bytes[(at - start)..<(at - start + count)]
    }

    private func number(_ at: Int, _ width: Int) -> Int? {
        guard let slice = slice(at, width) else { return nil }
        return Int(exactly: slice.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
