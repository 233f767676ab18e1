// SPDX-License-Identifier: Apache-2.0

/// A strict reader for ZIP archives of any size, which it reads in pieces.
///
/// Unlike ``ZipArchive``, it rejects everything that the directory does not describe or that programs may interpret
/// differently: bytes before, between or after the entries, the directory and the end record; archive comments; local
/// headers that differ from the directory; and data descriptors.
public struct ZipFile {
    /// A function that reads exactly the given byte range of the archive, or throws.
    ///
    /// Ranges lie within the size given to the initializer. The range of the directory is at most 32 MiB long, and a
    /// piece of contents at most 256 KiB.
    public typealias Read = (Range<Int>) throws -> [UInt8]

    /// The entries, in directory order.
    public let entries: [ZipEntry]

    private let read: Read
    private let limits: ZipLimits
    private let contentStarts: [Int: Int]

    /// The maximum size of the directory in bytes, because it is kept in memory.
    private static let maximumDirectorySize = 32 << 20
    /// The maximum size, in bytes, of the pieces in which contents are read and decompressed.
    static let pieceSize = 1 << 18

    /// Reads and checks the directory and all local headers.
    ///
    /// - Parameters:
    ///   - size: the size of the archive in bytes.
    ///   - limits: the limits for the archive.
    ///   - read: reads a byte range of the archive.
    /// - Throws: errors of `read`, and ``CompressionError`` with `corrupt`, `truncated`, `unsupported` or `tooLarge`.
    public init(size: Int, limits: ZipLimits = .standard, read: @escaping Read) throws {
        self.read = read
        self.limits = limits
        let tailSize = min(size, 0xffff + ZipDirectory.zip64EndSize)
        let tail = ByteReader(bytes: try read((size - tailSize)..<size), start: size - tailSize)
        let end = try ZipDirectory.endRecord(tail)
        guard [ZipDirectory.endSize, ZipDirectory.zip64EndSize].contains(size - end.position) else {
            throw Self.foreignBytes("after its directory")
        }
        guard end.size <= min(end.position, Self.maximumDirectorySize) else {
            throw CompressionError(.tooLarge, ZipDirectory.subject, "\(end.size) bytes")
        }
        let start = end.position - end.size
        let directory = try ZipDirectory(
            ByteReader(bytes: try read(start..<end.position), start: start), end: end, limits: limits)
        guard directory.shift == 0 else { throw Self.foreignBytes("before its entries") }

        var layout = ZipLayout(directory)
        for entry in directory.entriesByOffset {
            guard entry.headerOffset <= layout.end else { throw Self.foreignBytes("before \(entry.subject)") }
            let header = try Self.localHeader(of: entry, before: directory.start, read)
            try layout.add(entry, header)
            try entry.checkLocalHeader(header)
        }
        guard layout.end == directory.start else { throw Self.foreignBytes("before its directory") }
        entries = directory.entries
        contentStarts = layout.contentStarts
    }

    /// The entry with a given name; nil if there is none. Names are compared as UTF-8 bytes, in a linear search.
    public subscript(name: String) -> ZipEntry? { entries.first { $0.name.elementsEqual(name.utf8) } }

    /// Reads the contents of an entry and checks their size and checksum. The memory use depends on the actual
    /// contents.
    ///
    /// - Throws: the same errors as ``forEachPiece(of:_:)``.
    public func contents(of entry: ZipEntry) throws -> [UInt8] {
        var contents: [UInt8] = []
        try forEachPiece(of: entry) { contents.append(contentsOf: $0) }
        return contents
    }

    /// Reads the contents of an entry in pieces.
    ///
    /// Each piece is valid only during the call of `body`. The size and checksum are verified at the end, so the pieces
    /// are unverified until this method returns.
    ///
    /// - Parameters:
    ///   - entry: an entry of this archive.
    ///   - body: receives the decompressed pieces in order. If it throws an error, reading stops.
    /// - Throws: errors of `read` and `body`, and ``CompressionError`` with `encrypted`, `unsupported`, `corrupt`,
    ///   `truncated`, `checksumMismatch` or `tooLarge`.
    public func forEachPiece(
        of entry: ZipEntry, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        guard !entry.isEncrypted else { throw CompressionError(.encrypted, entry.subject) }
        guard let start = contentStarts[entry.headerOffset] else {
            throw CompressionError(.corrupt, entry.subject, "it does not belong to this archive")
        }
        guard entry.size <= limits.entry.allowance(forInput: entry.compressedSize) else {
            throw CompressionError(.tooLarge, entry.subject, "\(entry.size) bytes")
        }
        var checked = ZipContentCheck(entry)
        switch entry.method {
        case .stored:
            try forEachCompressedPiece(start..<(start + entry.compressedSize)) { try checked.pass($0, to: body) }
        case .deflated:
            var inflater = try ZipInflater()
            try forEachCompressedPiece(start..<(start + entry.compressedSize)) { piece in
                try inflater.inflate(piece, of: entry) { try checked.pass($0, to: body) }
            }
            guard inflater.isComplete else { throw CompressionError(.truncated, entry.subject) }
        case .other(let number):
            throw CompressionError(.unsupported, entry.subject, "compression method \(number)")
        }
        try checked.finish()
    }

    private func forEachCompressedPiece(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws
    {
        for at in stride(from: range.lowerBound, to: range.upperBound, by: Self.pieceSize) {
            try read(at..<min(at + Self.pieceSize, range.upperBound)).withUnsafeBufferPointer(body)
        }
    }

    private static func localHeader(of entry: ZipEntry, before limit: Int, _ read: Read) throws -> ByteReader {
        // The header is read with a name of the same length as in the directory. A different name is rejected later
        // anyway.
        let start = entry.headerOffset
        func reader(_ count: Int) throws -> ByteReader {
            guard start <= limit, count <= limit - start else {
                throw CompressionError(.corrupt, entry.subject, "its local header is missing")
            }
            return ByteReader(bytes: try read(start..<(start + count)), start: start)
        }
        let header = try reader(30 + entry.name.count)
        // The extra fields are read only if a size is 0xffffffff.
        guard header.uint32(start + 18) == 0xffff_ffff || header.uint32(start + 22) == 0xffff_ffff,
            let extra = header.uint16(start + 28)
        else { return header }
        return try reader(30 + entry.name.count + extra)
    }

    private static func foreignBytes(_ place: String) -> CompressionError {
        CompressionError(.corrupt, "the ZIP archive", "there are unexpected bytes \(place)")
    }
}
