// SPDX-License-Identifier: Apache-2.0

/// The offsets of the entries' contents in a ZIP archive. Entries must be added in ascending order of their offsets.
struct ZipLayout {
    /// The offset of each entry's compressed contents, by the offset of its local header.
    private(set) var contentStarts: [Int: Int] = [:]
    /// The offset of the end of the last added entry's contents.
    private(set) var end = 0
    private let directoryStart: Int

    init(_ directory: ZipDirectory) { directoryStart = directory.start }

    /// Adds the next entry. The reader must contain its local header.
    ///
    /// - Throws: ``CompressionError`` with `corrupt` if the entry overlaps another entry or the directory, or if its
    ///   local header is missing or has a different name.
    mutating func add(_ entry: ZipEntry, _ reader: ByteReader) throws(CompressionError) {
        let header = entry.headerOffset
        guard header >= end else { throw CompressionError(.corrupt, entry.subject, "it overlaps another entry") }
        guard reader.uint32(header) == 0x0403_4b50, let nameLength = reader.uint16(header + 26),
            let extraLength = reader.uint16(header + 28), let name = reader.slice(header + 30, nameLength)
        else { throw CompressionError(.corrupt, entry.subject, "its local header is missing") }
        guard name.elementsEqual(entry.name) else {
            throw CompressionError(.corrupt, entry.subject, "its local header has another name")
        }
        let start = header + 30 + nameLength + extraLength
        guard start <= directoryStart, entry.compressedSize <= directoryStart - start else {
            throw CompressionError(.corrupt, entry.subject, "it overlaps the directory")
        }
        end = start + entry.compressedSize
        contentStarts[header] = start
    }
}
