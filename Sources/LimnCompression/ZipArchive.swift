// SPDX-License-Identifier: Apache-2.0

/// A reader for ZIP archives in memory, with limits. It supports stored and deflated entries and ZIP64, but not
/// encryption.
///
/// The central directory is authoritative. Archives with overlapping entries, duplicate names, or local headers with
/// different names are rejected, because other programs could read different contents.
public struct ZipArchive: Sendable {
    /// The entries, in directory order.
    public let entries: [ZipEntry]

    private let reader: ByteReader
    private let limits: ZipLimits
    /// The offset of each entry's compressed contents, by the offset of its local header.
    private let contentStarts: [Int: Int]

    /// Returns whether data starts with the magic number of a ZIP entry or of an empty ZIP archive.
    ///
    /// An archive that follows other data, such as a self-extracting program, is readable but not recognized.
    public static func recognizes(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4b, 3, 4]) || bytes.starts(with: [0x50, 0x4b, 5, 6])
    }

    /// Reads and checks the directory of an archive. Contents are decompressed only on demand.
    ///
    /// - Parameters:
    ///   - bytes: the whole archive. Bytes before its first entry are allowed.
    ///   - limits: the limits. The number and total size of the entries are checked immediately; the size of each
    ///     entry's contents is checked when they are read.
    /// - Throws: ``CompressionError`` with `corrupt`, `truncated`, `unsupported` or `tooLarge`.
    public init(_ bytes: [UInt8], limits: ZipLimits = .standard) throws(CompressionError) {
        reader = ByteReader(bytes: bytes)
        self.limits = limits
        let directory = try ZipDirectory(reader, limits: limits)
        entries = directory.entries
        contentStarts = try Self.locate(directory, reader)
    }

    /// The entry with a given name; nil if there is none. Names are compared as UTF-8 bytes, in a linear search.
    public subscript(name: String) -> ZipEntry? { entries.first { $0.name.elementsEqual(name.utf8) } }

    /// Reads the contents of an entry and checks their size and checksum.
    ///
    /// - Throws: ``CompressionError`` with `encrypted`, `unsupported`, `corrupt`, `truncated`, `checksumMismatch` or
    ///   `tooLarge`.
    public func contents(of entry: ZipEntry) throws(CompressionError) -> [UInt8] {
        let compressed = try compressed(entry)
        guard entry.size <= limits.entry.allowance(forInput: entry.compressedSize) else {
            throw CompressionError(.tooLarge, entry.subject, "\(entry.size) bytes")
        }
        let contents = entry.method == .stored ? Array(compressed) : try Self.inflate(compressed, entry)
        guard contents.count == entry.size else {
            throw CompressionError(.corrupt, entry.subject, "its size differs from the directory")
        }
        guard CRC32.checksum(contents) == entry.crc32 else { throw CompressionError(.checksumMismatch, entry.subject) }
        return contents
    }

    /// Decompresses an entry. Throws if the output exceeds the size in the directory.
    private static func inflate(_ compressed: ArraySlice<UInt8>, _ entry: ZipEntry) throws(CompressionError) -> [UInt8]
    {
        var output: [UInt8] = []
        do throws(CompressionError) {
            let progress = try compressed.withUnsafeBufferPointer { input throws(CompressionError) in
                try InflateStream(.raw).run(input, appendingTo: &output, limit: entry.size)
            }
            guard progress.isComplete, progress.consumed == compressed.count else {
                throw CompressionError(.corrupt, entry.subject, "its size differs from the directory")
            }
        } catch {
            throw CompressionError(error.code, entry.subject, error.detail)
        }
        return output
    }

    /// Returns the offset of each entry's contents, by the offset of its local header. Throws if entries overlap.
    private static func locate(
        _ directory: ZipDirectory, _ reader: ByteReader
    ) throws(CompressionError) -> [Int: Int] {
        var layout = ZipLayout(directory)
        for entry in directory.entriesByOffset { try layout.add(entry, reader) }
        return layout.contentStarts
    }
}

extension ZipArchive {
    /// Returns the first bytes of an entry's contents, for detecting formats. The checksum is not verified.
    ///
    /// - Returns: at most `count` bytes; fewer if the contents are shorter or damaged.
    /// - Throws: ``CompressionError`` with `encrypted`, with `unsupported`, or with `corrupt` if the entry does not
    ///   belong to this archive.
    public func firstBytes(of entry: ZipEntry, count: Int) throws(CompressionError) -> [UInt8] {
        let compressed = try compressed(entry)
        return switch entry.method {
        case .stored: Array(compressed.prefix(max(0, count)))
        default: Inflate.firstBytes(of: Array(compressed), as: .raw, count: count)
        }
    }

    /// Returns the compressed contents of an entry. Throws if it is encrypted or its method is not supported.
    private func compressed(_ entry: ZipEntry) throws(CompressionError) -> ArraySlice<UInt8> {
        guard !entry.isEncrypted else { throw CompressionError(.encrypted, entry.subject) }
        if case .other(let number) = entry.method {
            throw CompressionError(.unsupported, entry.subject, "compression method \(number)")
        }
        guard let start = contentStarts[entry.headerOffset], let compressed = reader.slice(start, entry.compressedSize)
        else {
            throw CompressionError(.corrupt, entry.subject, "it does not belong to this archive")
        }
        return compressed
    }
}
