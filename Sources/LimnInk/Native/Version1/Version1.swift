// SPDX-License-Identifier: Apache-2.0

/// The version 1 format: the magic number, a version byte, the body, and a CRC-32 of all preceding bytes.
enum Version1 {
    static func decode(_ bytes: [UInt8]) throws(InkError) -> InkDocument {
        let start = NativeInk.headerSize
        guard bytes.count >= start + 4 else { throw InkError(.corrupt, "The ink is cut off after its header.") }
        let end = bytes.count - 4
        let stored = bytes.littleEndian(end..<bytes.count)
        guard UInt64(Checksum.crc32(bytes[..<end])) == stored else {
            throw InkError(.corrupt, "The ink is damaged: its checksum does not match.")
        }
        return try ByteReader.with(bytes, start..<end) { reader throws(InkError) in
            var decoder = Version1Decoder(reader: reader)
            return try decoder.document()
        }
    }
}
