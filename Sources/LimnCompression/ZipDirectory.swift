// SPDX-License-Identifier: Apache-2.0

/// The central directory of a ZIP archive (APPNOTE.TXT 6.3.10), including ZIP64.
struct ZipDirectory {
    static let subject = "the ZIP directory"

    private(set) var entries: [ZipEntry] = []
    /// The number of foreign bytes before the archive. It is added to every offset in the archive.
    private(set) var shift = 0
    /// The offset of the directory. The contents of all entries lie before it.
    private(set) var start = 0

    /// The entries by ascending offset of their local headers.
    var entriesByOffset: [ZipEntry] { entries.sorted { $0.headerOffset < $1.headerOffset } }

    /// Reads the directory of a whole archive.
    init(_ reader: ByteReader, limits: ZipLimits) throws(CompressionError) {
        try self.init(reader, end: try Self.endRecord(reader), limits: limits)
    }

    /// Reads the directory that an end record describes. The reader must contain the whole directory.
    init(_ reader: ByteReader, end: EndRecord, limits: ZipLimits) throws(CompressionError) {
        guard end.entries <= limits.maximumEntries else {
            throw CompressionError(.tooLarge, Self.subject, "\(end.entries) entries")
        }
        // If an archive follows other data, its offsets are relative to its own start.
        guard end.size <= end.position, end.offset <= end.position - end.size else {
            throw CompressionError(.corrupt, Self.subject, "it does not lie before its end record")
        }
        start = end.position - end.size
        shift = start - end.offset
        try readEntries(reader, end)
        try checkTotal(limits)
    }

    private mutating func readEntries(_ reader: ByteReader, _ end: EndRecord) throws(CompressionError) {
        var at = start
        var names: Set<[UInt8]> = []
        for _ in 0..<end.entries {
            let (entry, length) = try Self.entry(reader, at: at, shift: shift)
            at += length
            guard at <= end.position else { throw CompressionError(.corrupt, Self.subject, "it runs past its end") }
            guard names.insert(entry.name).inserted else {
                throw CompressionError(.corrupt, entry.subject, "another entry has the same name")
            }
            entries.append(entry)
        }
        guard at == end.position else {
            throw CompressionError(.corrupt, Self.subject, "it has more entries than its end record states")
        }
    }

    private func checkTotal(_ limits: ZipLimits) throws(CompressionError) {
        var total = 0
        for entry in entries {
            let (sum, overflow) = total.addingReportingOverflow(entry.size)
            guard !overflow, sum <= limits.maximumTotalBytes else {
                throw CompressionError(.tooLarge, "the ZIP archive", "more than \(limits.maximumTotalBytes) bytes")
            }
            total = sum
        }
    }

    /// Reads the entry at offset `at`. `length` is the length of its record in the directory, in bytes.
    private static func entry(
        _ reader: ByteReader, at: Int, shift: Int
    ) throws(CompressionError) -> (entry: ZipEntry, length: Int) {
        let truncated = CompressionError(.truncated, subject)
        guard let signature = reader.uint32(at) else { throw truncated }
        guard signature == 0x0201_4b50 else { throw CompressionError(.corrupt, subject, "an entry is missing") }
        guard let flags = reader.uint16(at + 8), let method = reader.uint16(at + 10),
            let crc = reader.uint32(at + 16), let packed = reader.uint32(at + 20), let size = reader.uint32(at + 24),
            let nameLength = reader.uint16(at + 28), let extraLength = reader.uint16(at + 30),
            let commentLength = reader.uint16(at + 32), let attributes = reader.uint32(at + 38),
            let offset = reader.uint32(at + 42),
            let name = reader.slice(at + 46, nameLength),
            reader.slice(at + 46 + nameLength, extraLength + commentLength) != nil
        else { throw truncated }

        var wide = Zip64Extra(reader, at: at + 46 + nameLength, length: extraLength)
        guard let size = wide.resolve(size), let packed = wide.resolve(packed), let offset = wide.resolve(offset),
            case let (position, overflow) = offset.addingReportingOverflow(shift), !overflow
        else { throw CompressionError(.corrupt, subject, "the ZIP64 sizes of an entry cannot be read") }
        let entry = ZipEntry(
            name: Array(name), method: .init(number: method), compressedSize: packed, size: size, crc32: UInt32(crc),
            flags: flags, externalAttributes: UInt32(attributes), headerOffset: position)
        return (entry, 46 + nameLength + extraLength + commentLength)
    }
}
