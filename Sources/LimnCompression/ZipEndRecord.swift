// SPDX-License-Identifier: Apache-2.0

extension ZipDirectory {
    /// The end of central directory record.
    struct EndRecord {
        /// The offset of the first end record (the ZIP64 end record, if any), which is the end of the directory.
        var position: Int
        var entries: Int
        var size: Int
        var offset: Int
    }

    /// The size of the end record without a comment, in bytes.
    static let endSize = 22
    /// The total size in bytes of a ZIP64 end record without extensions, its locator, and an end record without a
    /// comment.
    static let zip64EndSize = 56 + 20 + endSize

    /// Finds the end record. Only a comment of at most 65,535 bytes may follow it.
    static func endRecord(_ reader: ByteReader) throws(CompressionError) -> EndRecord {
        let last = reader.end - 22
        for at in stride(from: last, through: max(reader.start, last - 0xffff), by: -1) {
            guard reader.bytes[at - reader.start] == 0x50, reader.uint32(at) == 0x0605_4b50,
                let comment = reader.uint16(at + 20), comment <= last - at
            else { continue }
            return try record(reader, at: at)
        }
        throw CompressionError(.corrupt, "the ZIP archive", "its end record is missing; it may be incomplete")
    }

    private static func record(_ reader: ByteReader, at: Int) throws(CompressionError) -> EndRecord {
        guard let disk = reader.uint16(at + 4), let directoryDisk = reader.uint16(at + 6),
            let entriesHere = reader.uint16(at + 8), let entries = reader.uint16(at + 10),
            let size = reader.uint32(at + 12), let offset = reader.uint32(at + 16)
        else { throw CompressionError(.truncated, subject) }
        if let zip64 = try zip64Record(reader, before: at) {
            // Some programs prefer the ordinary record unless all bits of its fields are set, so both must agree.
            guard [entriesHere, entries].allSatisfy({ $0 == 0xffff || $0 == zip64.entries }),
                size == 0xffff_ffff || size == zip64.size,
                offset == 0xffff_ffff || offset == zip64.offset
            else { throw CompressionError(.corrupt, subject, "its two end records differ") }
            return zip64
        }
        guard disk == 0, directoryDisk == 0, entries == entriesHere else {
            throw CompressionError(.unsupported, "the ZIP archive", "it is split into several files")
        }
        return EndRecord(position: at, entries: entries, size: size, offset: offset)
    }

    /// Returns the ZIP64 end record, or nil if there is no ZIP64 locator before the ordinary end record.
    private static func zip64Record(_ reader: ByteReader, before end: Int) throws(CompressionError) -> EndRecord? {
        let locator = end - 20
        guard reader.uint32(locator) == 0x0706_4b50 else { return nil }
        // The record has 56 bytes unless it is extended. The locator contains its offset, but relative to the start of
        // the archive, which is not known yet. So the 56 bytes before the locator are tried first.
        let candidates = [locator - 56, reader.uint64(locator + 8)].compactMap { $0 }
        guard let at = candidates.first(where: { reader.uint32($0) == 0x0606_4b50 }),
            let entriesHere = reader.uint64(at + 24), let entries = reader.uint64(at + 32),
            let size = reader.uint64(at + 40), let offset = reader.uint64(at + 48)
        else { throw CompressionError(.corrupt, subject, "the ZIP64 end record is missing") }
        guard entries == entriesHere else {
            throw CompressionError(.unsupported, "the ZIP archive", "it is split into several files")
        }
        return EndRecord(position: at, entries: entries, size: size, offset: offset)
    }
}
