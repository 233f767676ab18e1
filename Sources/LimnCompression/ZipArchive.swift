// SPDX-License-Identifier: Apache-2.0

/// Reads ZIP archives within limits: stored and deflated entries, ZIP64, nothing encrypted.
///
/// The central directory rules. An archive whose entries overlap, share a name or contradict their local headers is
/// refused, because different programs would see different contents.
public struct ZipArchive: Sendable {
    /// The entries, in the order of the directory.
    public let entries: [ZipEntry]

    private let reader: ByteReader
    private let limits: ZipLimits
    /// Where the packed contents of an entry begin, by the offset of its local header.
    private let contentStarts: [Int: Int]

    /// Whether data begin as a ZIP archive does.
    public static func recognizes(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4b, 3, 4]) || bytes.starts(with: [0x50, 0x4b, 5, 6])
    }

    /// Reads the directory of an archive and checks it; contents are inflated on demand.
    ///
    /// - Throws: ``CompressionError``: corrupt, truncated, unsupported, or beyond the limits.
    public init(_ bytes: [UInt8], limits: ZipLimits = .standard) throws(CompressionError) {
        reader = ByteReader(bytes: bytes)
        self.limits = limits
        let directory = try ZipDirectory(reader, limits: limits)
        entries = directory.entries
        contentStarts = try Self.locate(directory, reader)
    }

    /// The entry with a name; nil when there is none.
    public subscript(name: String) -> ZipEntry? { entries.first { $0.name.elementsEqual(name.utf8) } }

    /// The contents of an entry of this archive, checked against their size and checksum.
    ///
    /// - Throws: ``CompressionError``: encrypted, an unknown method, corrupt, a wrong checksum, or beyond the limits.
    public func contents(of entry: ZipEntry) throws(CompressionError) -> [UInt8] {
        let packed = try packed(entry)
        guard entry.size <= limits.entry.allowance(forInput: entry.compressedSize) else {
            throw CompressionError(.tooLarge, entry.subject, "\(entry.size) bytes")
        }
        let contents = entry.method == .stored ? Array(packed) : try Self.inflate(packed, entry)
        guard contents.count == entry.size else {
            throw CompressionError(.corrupt, entry.subject, "its size is not the one in the directory")
        }
        guard CRC32.checksum(contents) == entry.crc32 else { throw CompressionError(.checksumMismatch, entry.subject) }
        return contents
    }

    /// Inflates an entry, never to more bytes than the directory announces.
    private static func inflate(_ packed: ArraySlice<UInt8>, _ entry: ZipEntry) throws(CompressionError) -> [UInt8] {
        var output: [UInt8] = []
        do throws(CompressionError) {
            let progress = try packed.withUnsafeBufferPointer { input throws(CompressionError) in
                try InflateStream(.raw).run(input, appendingTo: &output, limit: entry.size)
            }
            guard progress.isComplete, progress.consumed == packed.count else {
                throw CompressionError(.corrupt, entry.subject, "its size is not the one in the directory")
            }
        } catch {
            throw CompressionError(error.code, entry.subject, error.detail)
        }
        return output
    }

    /// Finds where the contents of every entry begin, and refuses entries that overlap.
    private static func locate(
        _ directory: ZipDirectory, _ reader: ByteReader
    ) throws(CompressionError) -> [Int: Int] {
        var layout = ZipLayout(directory)
        for entry in directory.entriesInPlace { try layout.place(entry, reader) }
        return layout.contentStarts
    }
}

extension ZipArchive {
    /// The first bytes of an entry's contents, at most `count`, without its checksum; for telling formats apart.
    ///
    /// - Throws: ``CompressionError``: encrypted, an unknown method, or not an entry of this archive.
    public func beginning(of entry: ZipEntry, count: Int) throws(CompressionError) -> [UInt8] {
        let packed = try packed(entry)
        return switch entry.method {
        case .stored: Array(packed.prefix(max(0, count)))
        default: Inflate.firstBytes(of: Array(packed), as: .raw, count: count)
        }
    }

    /// The packed contents of an entry that can be unpacked.
    private func packed(_ entry: ZipEntry) throws(CompressionError) -> ArraySlice<UInt8> {
        guard !entry.isEncrypted else { throw CompressionError(.encrypted, entry.subject) }
        if case .other(let number) = entry.method {
            throw CompressionError(.unsupported, entry.subject, "compression method \(number)")
        }
        guard let start = contentStarts[entry.headerOffset], let packed = reader.slice(start, entry.compressedSize) else {
            throw CompressionError(.corrupt, entry.subject, "it does not belong to this archive")
        }
        return packed
    }
}
