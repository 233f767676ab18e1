// SPDX-License-Identifier: Apache-2.0

/// The ZIP64 extra field of an entry. It contains 64-bit values, in a fixed order, for those 32-bit fields that are
/// 0xffffffff.
struct Zip64Extra {
    private let reader: ByteReader
    private var at: Int
    private var end: Int

    /// Finds the ZIP64 field among the extra fields. If there is none, ``resolve(_:)`` returns nil for 0xffffffff.
    init(_ reader: ByteReader, at start: Int, length: Int) {
        self.reader = reader
        (at, end) = (0, 0)
        var field = start
        while field + 4 <= start + length, let id = reader.uint16(field), let size = reader.uint16(field + 2) {
            if id == 1 {
                (at, end) = (field + 4, min(field + 4 + size, start + length))
                return
            }
            field += 4 + size
        }
    }

    /// Returns the value of a 32-bit field. If it is 0xffffffff, returns the next value of the extra field, or nil if
    /// that value is missing or too large for an `Int`.
    mutating func resolve(_ value: Int) -> Int? {
        guard value == 0xffff_ffff else { return value }
        guard at + 8 <= end, let wide = reader.uint64(at) else { return nil }
        at += 8
        return wide
    }
}
