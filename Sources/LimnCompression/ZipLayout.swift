// SPDX-License-Identifier: Apache-2.0

/// Where the contents of a ZIP archive's entries lie; entries are placed in the order in which they lie in the archive.
struct ZipLayout {
    /// Where the packed contents of an entry begin, by the offset of its local header.
    private(set) var contentStarts: [Int: Int] = [:]
    /// Where the contents of the entry placed last end.
    private(set) var end = 0
    private let directoryStart: Int

    init(_ directory: ZipDirectory) { directoryStart = directory.start }

    /// Places the next entry; the reader has its local header.
    ///
    /// - Throws: ``CompressionError`` with `corrupt` when it overlaps another entry or has no local header of its own name.
    mutating func place(_ entry: ZipEntry, _ reader: ByteReader) throws(CompressionError) {
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
            throw CompressionError(.corrupt, entry.subject, "it reaches into the directory")
        }
        end = start + entry.compressedSize
        contentStarts[header] = start
    }
}
