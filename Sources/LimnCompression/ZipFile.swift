// SPDX-License-Identifier: Apache-2.0

/// A ZIP archive that is read in pieces, for archives of any size, and that must hold nothing but what its directory says.
///
/// ``ZipArchive`` reads whatever is usual. This refuses besides: bytes before, between and behind entries, directory and end
/// record, which no program shows and some programs read differently; comments on the archive; entries whose local header
/// says another thing than the directory or leaves sizes to a descriptor behind the contents.
public struct ZipFile {
    /// Reads a range of the archive's bytes; exactly that many, or it throws.
    public typealias Read = (Range<Int>) throws -> [UInt8]

    /// The entries, in the order of the directory.
    public let entries: [ZipEntry]

    private let read: Read
    private let limits: ZipLimits
    private let contentStarts: [Int: Int]

    /// A larger directory is refused: it is held in memory.
    private static let maximumDirectorySize = 32 << 20
    /// Contents are read and inflated in pieces of at most this size, in bytes.
    static let pieceSize = 1 << 18

    /// Reads the directory of an archive and all local headers, and checks them.
    ///
    /// - Parameters:
    ///   - size: the size of the archive in bytes.
    ///   - limits: what it may hold.
    ///   - read: reads a range of it.
    /// - Throws: what `read` throws; ``CompressionError``: corrupt, unsupported, or beyond the limits.
    public init(size: Int, limits: ZipLimits = .standard, read: @escaping Read) throws {
        self.read = read
        self.limits = limits
        let tailSize = min(size, 0xffff + ZipDirectory.wideEndSize)
        let tail = ByteReader(bytes: try read((size - tailSize)..<size), start: size - tailSize)
        let end = try ZipDirectory.endRecord(tail)
        guard [ZipDirectory.endSize, ZipDirectory.wideEndSize].contains(size - end.position) else {
            throw Self.foreignBytes("behind its directory")
        }
        guard end.size <= min(end.position, Self.maximumDirectorySize) else {
            throw CompressionError(.tooLarge, ZipDirectory.subject, "\(end.size) bytes")
        }
        let start = end.position - end.size
        let directory = try ZipDirectory(
            ByteReader(bytes: try read(start..<end.position), start: start), end: end, limits: limits)
        guard directory.shift == 0 else { throw Self.foreignBytes("before its entries") }

        var layout = ZipLayout(directory)
        for entry in directory.entriesInPlace {
            guard entry.headerOffset <= layout.end else { throw Self.foreignBytes("before \(entry.subject)") }
            let header = try Self.localHeader(of: entry, before: directory.start, read)
            try layout.place(entry, header)
            try entry.checkLocalHeader(header)
        }
        guard layout.end == directory.start else { throw Self.foreignBytes("before its directory") }
        entries = directory.entries
        contentStarts = layout.contentStarts
    }

    /// The entry with a name; nil when there is none.
    public subscript(name: String) -> ZipEntry? { entries.first { $0.name.elementsEqual(name.utf8) } }

    /// The contents of an entry, checked against their size and checksum; memory grows with what really comes.
    ///
    /// - Throws: as ``forEachPiece(of:_:)`` does.
    public func contents(of entry: ZipEntry) throws -> [UInt8] {
        var contents: [UInt8] = []
        try forEachPiece(of: entry) { contents.append(contentsOf: $0) }
        return contents
    }

    /// Reads the contents of an entry in pieces, which live for the call only. When this returns they were complete and had
    /// their checksum; until then nothing is known of them.
    ///
    /// - Throws: what `read` and `body` throw; ``CompressionError``: encrypted, an unknown method, corrupt, a wrong checksum,
    ///   or beyond the limits.
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
        var checked = ZipPieces(entry)
        switch entry.method {
        case .stored:
            try forEachPacked(start..<(start + entry.compressedSize)) { try checked.pass($0, to: body) }
        case .deflated:
            var inflater = try ZipInflater()
            try forEachPacked(start..<(start + entry.compressedSize)) { piece in
                try inflater.inflate(piece, of: entry) { try checked.pass($0, to: body) }
            }
            guard inflater.isComplete else { throw CompressionError(.truncated, entry.subject) }
        case .other(let number):
            throw CompressionError(.unsupported, entry.subject, "compression method \(number)")
        }
        try checked.finish()
    }

    private func forEachPacked(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        for at in stride(from: range.lowerBound, to: range.upperBound, by: Self.pieceSize) {
            try read(at..<min(at + Self.pieceSize, range.upperBound)).withUnsafeBufferPointer(body)
        }
    }

    private static func localHeader(of entry: ZipEntry, before limit: Int, _ read: Read) throws -> ByteReader {
        // With what the directory says of its name; other names are refused whatever they are.
        let start = entry.headerOffset
        func reader(_ count: Int) throws -> ByteReader {
            guard start <= limit, count <= limit - start else {
                throw CompressionError(.corrupt, entry.subject, "its local header is missing")
            }
            return ByteReader(bytes: try read(start..<(start + count)), start: start)
        }
        let header = try reader(30 + entry.name.count)
        // More is read only where the extra fields are needed.
        guard header.uint32(start + 18) == 0xffff_ffff || header.uint32(start + 22) == 0xffff_ffff,
            let extra = header.uint16(start + 28)
        else { return header }
        return try reader(30 + entry.name.count + extra)
    }

    private static func foreignBytes(_ place: String) -> CompressionError {
        CompressionError(.corrupt, "the ZIP archive", "there are bytes \(place) that belong to none")
    }
}
