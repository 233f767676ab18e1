// SPDX-License-Identifier: Apache-2.0

/// Reads little-endian numbers at any offset; everything that lies outside the bytes is nil.
struct ByteReader {
    let bytes: [UInt8]
    /// The offset of the first of the bytes, where they are a part of something larger.
    var start = 0
    /// The offset behind the last of the bytes.
    var end: Int { start + bytes.count }

    func uint16(_ at: Int) -> Int? { number(at, 2) }
    func uint32(_ at: Int) -> Int? { number(at, 4) }
    /// A 64-bit number; nil also where it exceeds `Int`.
    func uint64(_ at: Int) -> Int? { number(at, 8) }

    /// `count` bytes from `at`.
    func slice(_ at: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard at >= start, count >= 0, at <= end, count <= end - at else { return nil }
        return bytes[(at - start)..<(at - start + count)]
    }

    private func number(_ at: Int, _ width: Int) -> Int? {
        guard let slice = slice(at, width) else { return nil }
        return Int(exactly: slice.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
