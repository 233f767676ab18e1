// SPDX-License-Identifier: Apache-2.0

/// The ZIP64 extra field of an entry: 64-bit values for those 32-bit fields that are all ones, in fixed order.
struct Zip64Extra {
    private let reader: ByteReader
    private var at: Int
    private var end: Int

    /// Looks the field up among the extra fields; without one, only ordinary values resolve.
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

    /// The value of a 32-bit field, taken from here when the field is all ones; nil when it is missing or too large.
    mutating func resolve(_ value: Int) -> Int? {
        guard value == 0xffff_ffff else { return value }
        guard at + 8 <= end, let wide = reader.uint64(at) else { return nil }
        at += 8
        return wide
    }
}
