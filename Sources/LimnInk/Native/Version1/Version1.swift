// SPDX-License-Identifier: Apache-2.0

/// Files of version 1: the magic bytes, the version, the body, and the CRC-32 of all that.
enum Version1 {
    static func decode(_ bytes: [UInt8]) throws(InkError) -> InkDocument {
        let start = NativeInk.headerSize
        guard bytes.count >= start + 4 else { throw InkError(.corrupt, "The ink ends after its first bytes.") }
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
