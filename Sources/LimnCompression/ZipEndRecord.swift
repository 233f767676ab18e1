// SPDX-License-Identifier: Apache-2.0

extension ZipDirectory {
    /// What the end of an archive says about its directory.
    struct EndRecord {
        /// Where the first end record begins, which is where the directory ends.
        var position: Int
        var entries: Int
        var size: Int
        var offset: Int
    }

    /// The size of the end record without a comment, in bytes.
    static let endSize = 22
    /// The size of the ZIP64 end record as it usually is, its locator and the end record.
    static let wideEndSize = 56 + 20 + endSize

    /// Finds the end record: it is the last thing in the archive but for a comment of at most 65,535 bytes.
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
        if let wide = try wideRecord(reader, before: at) {
            // Some programs read the ordinary record where it does not send them to the other one.
            guard [entriesHere, entries].allSatisfy({ $0 == 0xffff || $0 == wide.entries }),
                size == 0xffff_ffff || size == wide.size,
                offset == 0xffff_ffff || offset == wide.offset
            else { throw CompressionError(.corrupt, subject, "its two end records differ") }
            return wide
        }
        guard disk == 0, directoryDisk == 0, entries == entriesHere else {
            throw CompressionError(.unsupported, "the ZIP archive", "it is split into several files")
        }
        return EndRecord(position: at, entries: entries, size: size, offset: offset)
    }

    /// The ZIP64 end record, which a locator just before the ordinary one points to; nil when there is none.
    private static func wideRecord(_ reader: ByteReader, before end: Int) throws(CompressionError) -> EndRecord? {
        let locator = end - 20
        guard reader.uint32(locator) == 0x0706_4b50 else { return nil }
        // The record has 56 bytes unless it is extended; the locator's offset counts from the archive's beginning,
        // which is not known yet, so the place just before the locator is tried first.
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
