// SPDX-License-Identifier: GPL-3.0-or-later

internal import CDeflate

/// A builder for the bytes of a PNG file: the signature, then the length, type, data and CRC of each chunk.
struct PNGChunks {
    private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    init(reserving count: Int) { bytes.reserveCapacity(count) }

    mutating func append(_ name: StaticString, _ content: [UInt8]) {
        content.withUnsafeBytes { append(name, $0) }
    }

    mutating func append(_ name: StaticString, _ content: UnsafeRawBufferPointer) {
        bytes += bigEndian(UInt32(content.count))
        let start = bytes.count
        name.withUTF8Buffer { bytes += $0 }
        bytes += content
        let checksum = bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress! + start, $0.count - start) }
        bytes += bigEndian(checksum)
    }
}

func bigEndian(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
