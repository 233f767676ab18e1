// SPDX-License-Identifier: Apache-2.0

/// Reads ZIP archives within limits. It supports stored and deflated entries and ZIP64, but no encryption.
///
/// The central directory is authoritative. Archives with overlapping entries, duplicate names, or local headers with
/// other names are rejected, because other programs could see different contents.
public struct ZipArchive: Sendable {
    /// The entries, in directory order.
    public let entries: [ZipEntry]

    private let reader: ByteReader
    private let limits: ZipLimits
    /// The offset of each entry's compressed contents, by the offset of its local header.
    private let contentStarts: [Int: Int]

    /// Whether data start with the magic bytes of a ZIP archive, of an entry or of an empty archive. An archive behind
    /// other data, such as a program that extracts itself, is readable but not recognised.
    public static func recognizes(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4b, 3, 4]) || bytes.starts(with: [0x50, 0x4b, 5, 6])
    }

    /// Reads and checks the directory of an archive. Contents are decompressed on demand.
    ///
    /// - Parameters:
    ///   - bytes: the whole archive. Bytes before its first entry are allowed.
    ///   - limits: the limits for the number and the stated sizes of the entries, checked at once, and for the size of
    ///     each entry's contents, checked when they are read.
    /// - Throws: ``CompressionError`` with `corrupt`, `truncated`, `unsupported` or `tooLarge`.
    public init(_ bytes: [UInt8], limits: ZipLimits = .standard) throws(CompressionError) {
        reader = ByteReader(bytes: bytes)
        self.limits = limits
        let directory = try ZipDirectory(reader, limits: limits)
        entries = directory.entries
        contentStarts = try Self.locate(directory, reader)
    }

    /// The entry with a name; nil if there is none. Names are compared byte by byte, in UTF-8, one entry after another.
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

    /// Decompresses an entry, at most to the size stated in the directory.
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

    /// Finds the contents of all entries and rejects entries that overlap.
    private static func locate(
        _ directory: ZipDirectory, _ reader: ByteReader
    ) throws(CompressionError) -> [Int: Int] {
        var layout = ZipLayout(directory)
        for entry in directory.entriesByOffset { try layout.add(entry, reader) }
        return layout.contentStarts
    }
}

extension ZipArchive {
    /// The first bytes of an entry's contents, for detecting formats. The checksum is not verified.
    ///
    /// - Returns: at most `count` bytes, or fewer if the data are damaged.
    /// - Throws: ``CompressionError`` with `encrypted`, `unsupported`, or `corrupt` if the entry belongs to another
    ///   archive.
    public func firstBytes(of entry: ZipEntry, count: Int) throws(CompressionError) -> [UInt8] {
        let compressed = try compressed(entry)
        return switch entry.method {
        case .stored: Array(compressed.prefix(max(0, count)))
        default: Inflate.firstBytes(of: Array(compressed), as: .raw, count: count)
        }
    }

    /// The compressed contents of an entry with a supported method.
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
