// SPDX-License-Identifier: Apache-2.0

extension ZipEntry {
    /// Bit 3: sizes and checksum stand behind the contents.
    private static let hasDescriptor = 8
    /// Bits 0, 6 and 13, which tell of encryption; bit 3; bit 5, patches.
    private static let comparedFlags = 0x2041 | hasDescriptor | 0x20

    /// Compares the local header with what the directory says, as some programs believe the one and some the other.
    ///
    /// - Parameter reader: has the local header with the name, and the extra fields where sizes are all ones.
    /// - Throws: ``CompressionError`` with `corrupt`, or `unsupported` for sizes behind the contents.
    func checkLocalHeader(_ reader: ByteReader) throws(CompressionError) {
        let at = headerOffset
        guard let localFlags = reader.uint16(at + 6), let localMethod = reader.uint16(at + 8),
            let localCRC = reader.uint32(at + 14), let packed = reader.uint32(at + 18),
            let size = reader.uint32(at + 22), let nameLength = reader.uint16(at + 26),
            let extraLength = reader.uint16(at + 28)
        else { throw CompressionError(.corrupt, subject, "its local header is missing") }
        guard (flags | localFlags) & Self.hasDescriptor == 0 else {
            throw CompressionError(.unsupported, subject, "its size stands behind its contents")
        }
        // The local field has the size first, and both.
        var wide = Zip64Extra(reader, at: at + 30 + nameLength, length: extraLength)
        guard localFlags & Self.comparedFlags == flags & Self.comparedFlags, Method(number: localMethod) == method,
            localCRC == Int(crc32), wide.resolve(size) == self.size, wide.resolve(packed) == compressedSize
        else { throw CompressionError(.corrupt, subject, "its local header differs from the directory") }
    }
}
