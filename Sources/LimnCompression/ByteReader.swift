// SPDX-License-Identifier: Apache-2.0

/// Reads little-endian numbers at any offset; everything that lies outside the bytes is nil.
struct ByteReader {
    let bytes: [UInt8]

    func uint16(_ at: Int) -> Int? { number(at, 2) }
    func uint32(_ at: Int) -> Int? { number(at, 4) }
    /// A 64-bit number; nil also where it exceeds `Int`.
    func uint64(_ at: Int) -> Int? { number(at, 8) }

    /// `count` bytes from `at`.
    func slice(_ at: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard at >= 0, count >= 0, at <= bytes.count, count <= bytes.count - at else { return nil }
        return bytes[at..<(at + count)]
    }

    private func number(_ at: Int, _ width: Int) -> Int? {
        guard let slice = slice(at, width) else { return nil }
        return Int(exactly: slice.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
