// SPDX-License-Identifier: Apache-2.0

/// The CRC-32 of ZIP and PNG, with the reflected polynomial 0xEDB88320. It is implemented here because LimnInk links no
/// C library.
enum Checksum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    /// Eight tables of 256 entries for the slicing-by-8 algorithm (Kounavis and Berry 2005). Table n is for a byte that
    /// is followed by n more bytes.
    private static let tables: [UInt32] = {
        var tables = table
        for index in 256..<(8 * 256) {
            let value = tables[index - 256]
            tables.append(table[Int(value & 0xff)] ^ (value >> 8))
        }
        return tables
    }()

    static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBytes { bytes in
            tables.withUnsafeBufferPointer { tables in
                var crc = ~UInt32(0)
                var at = 0
                while at + 8 <= bytes.count {
                    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
                    let mixed = word ^ UInt64(crc)
                    crc = 0
                    for place in 0..<8 {
                        crc ^= tables[(7 - place) * 256 + Int(truncatingIfNeeded: mixed >> UInt64(8 * place) & 0xff)]
                    }
                    at += 8
                }
                while at < bytes.count {
                    crc = tables[Int((crc ^ UInt32(bytes[at])) & 0xff)] ^ (crc >> 8)
                    at += 1
                }
                return ~crc
            }
        }
    }
}
