// SPDX-License-Identifier: Apache-2.0

extension ZipEntry {
    /// Flag bit 3: a data descriptor with the sizes and checksum follows the contents.
    private static let hasDescriptor = 8
    /// The flags that must be equal in both headers: bits 0, 6 and 13 for encryption, bit 3, and bit 5 for patch data.
    private static let comparedFlags = 0x2041 | hasDescriptor | 0x20

    /// Checks that the local header agrees with the directory, because some programs use one and some the other.
    ///
    /// - Parameter reader: a reader that contains the local header with the name, and the extra fields if a size is
    ///   0xffffffff.
    /// - Throws: ``CompressionError`` with `corrupt`, or `unsupported` if there is a data descriptor.
    func checkLocalHeader(_ reader: ByteReader) throws(CompressionError) {
        let at = headerOffset
        guard let localFlags = reader.uint16(at + 6), let localMethod = reader.uint16(at + 8),
            let localCRC = reader.uint32(at + 14), let packed = reader.uint32(at + 18),
            let size = reader.uint32(at + 22), let nameLength = reader.uint16(at + 26),
            let extraLength = reader.uint16(at + 28)
        else { throw CompressionError(.corrupt, subject, "its local header is missing") }
        guard (flags | localFlags) & Self.hasDescriptor == 0 else {
            throw CompressionError(.unsupported, subject, "its size follows its contents")
        }
        // In a local header, the ZIP64 field contains both sizes, with the uncompressed size first.
        var wide = Zip64Extra(reader, at: at + 30 + nameLength, length: extraLength)
        guard localFlags & Self.comparedFlags == flags & Self.comparedFlags, Method(number: localMethod) == method,
            localCRC == Int(crc32), wide.resolve(size) == self.size, wide.resolve(packed) == compressedSize
        else { throw CompressionError(.corrupt, subject, "its local header differs from the directory") }
    }
}
