// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Limn's native binary ink format.
///
/// A file starts with `LIMNINK` and a version byte. In the current version, 4, records follow, each with a checksum
/// (`NativeRecord`). Version 3 has no marks on words; files without them are still written as version 3. Version 2 has no objects, and its layers have only names. Version 1 has a single body with one
/// checksum. All versions can be read. ``NativeInkUpdate`` appends items and pages without rewriting the file.
/// ``NativeInkPages`` reads individual pages.
public enum NativeInk {
    /// The precision of stored values.
    public enum Precision: Hashable, Sendable {
        /// Rounds positions and widths to 1/256 pt, pressure, opacity and angles to 1/4096, and times to 1/1000 s.
        /// Values that are multiples of a device's step, such as 1/255, are stored exactly.
        case compact
        /// Stores every value exactly.
        case lossless
    }

    /// The maximum distance, in points, by which ``Precision/compact`` moves the edge of a stroke.
    ///
    /// A center moves by at most √½ of a rounding step, and a radius changes by at most a quarter of a step.
    public static let roundingError = (0.5.squareRoot() + 0.25) * NativeTables.lengthQuantum

    static let magic = Array("LIMNINK".utf8)
    /// The newest format version. All versions up to this one can be read.
    public static let version: UInt8 = 4

    /// Returns whether bytes start with the magic number of native ink, in any version.
    public static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

    /// Encodes a document.
    ///
    /// - Throws: ``InkError`` with `invalidValue` if a value is not finite, a width is negative, or a record would
    ///   exceed 4 GiB.
    public static func encode(
        _ document: InkDocument, precision: Precision = .compact
    ) throws(InkError) -> [UInt8] {
        try document.validate()
        var writer = NativeRecordWriter(precision, version: version(for: document.pages.lazy.map(\.drawing)))
        try writer.header(of: document)
        for (index, page) in document.pages.enumerated() {
            try writer.page(page, at: index)
            try writer.items(of: page.drawing, onPage: index)
        }
        return try writer.finish(pageCount: document.pages.count)
    }

    /// Decodes a document.
    ///
    /// - Throws: ``InkError`` with `notInk` if this is not native ink, with `unsupportedVersion` if a newer Limn wrote
    ///   it, or with `corrupt` if it is damaged.
    public static func decode(_ bytes: [UInt8]) throws(InkError) -> InkDocument {
        switch try version(of: bytes) {
        case 1: return try Version1.decode(bytes)
        default: return try NativeAssembler.document(in: bytes)
        }
    }

    /// Decodes a document from an untrusted source. Only the versions that this Limn writes are accepted.
    ///
    /// - Parameter memoryLimit: the approximate maximum memory for the document, in bytes.
    /// - Throws: ``InkError`` with `notInk`, `unsupportedVersion` or `corrupt`.
    public static func decode(_ bytes: [UInt8], memoryLimit: Int) throws(InkError) -> InkDocument {
        guard try version(of: bytes) >= versionWithoutMarkup else {
            throw InkError(.unsupportedVersion, "The ink does not have a version that this Limn writes.")
        }
        return try NativeAssembler.document(in: bytes, memoryLimit: memoryLimit)
    }

    /// Decodes a document whose last update may be incomplete, for example after a power failure.
    ///
    /// - Returns: the document up to the last complete update, and the length of that part of the file in bytes.
    ///   Further updates can be appended at this offset.
    /// - Throws: ``InkError`` with `notInk` or `unsupportedVersion`, or with `corrupt` if even the initial contents are
    ///   incomplete or if intact updates follow a damaged one. In the last case, truncating the file would destroy
    ///   intact updates.
    public static func recover(_ bytes: [UInt8]) throws(InkError) -> (document: InkDocument, length: Int) {
        guard try version(of: bytes) > 1 else { return (try decode(bytes), bytes.count) }
        var complete = 0
        var start = headerSize
        while start < bytes.count, let record = try? NativeRecord(in: bytes, at: start) {
            start = record.end
            if record.kind == .footer { complete = start }
        }
        guard complete > 0 else { throw InkError(.corrupt, "The ink is incomplete.") }
        if let previous = previousIndex(atEndOf: bytes), previous >= complete {
            throw InkError(.corrupt, "The ink is damaged at byte \(start), but intact data follows.")
        }
        return (try decode(Array(bytes.prefix(complete))), complete)
    }

    /// Returns the offset of the second-to-last index, or nil if there is none or the bytes do not end with a valid
    /// index and footer.
    private static func previousIndex(atEndOf bytes: [UInt8]) -> Int? {
        guard let offset = NativeRecord.indexOffset(atEndOf: bytes), offset < UInt64(bytes.count),
            let record = try? NativeRecord(in: bytes, at: Int(offset)),
            record.kind == .index
        else { return nil }
        let index = try? ByteReader.with(bytes, record.contents) { reader throws(InkError) in
            try NativeIndex(&reader, limit: Int(offset))
        }
        return index?.previous
    }

    private static let versionWithoutMarkup: UInt8 = 3

    /// Returns the version that drawings need.
    static func version(for drawings: some Sequence<Drawing>) -> UInt8 {
        drawings.contains(where: \.hasMarkup) ? version : versionWithoutMarkup
    }

    /// The number of bytes before the first record.
    static let headerSize = 8

    /// Returns the format version of a file.
    ///
    /// - Throws: ``InkError`` with `notInk`, `corrupt` or `unsupportedVersion`.
    static func version(of bytes: [UInt8]) throws(InkError) -> UInt8 {
        guard recognizes(bytes) else { throw InkError(.notInk, "This is not Limn ink.") }
        guard bytes.count >= headerSize else { throw InkError(.corrupt, "The ink is cut off after its header.") }
        let found = bytes[magic.count]
        guard (1...version).contains(found) else {
            throw InkError(
                .unsupportedVersion,
                "The ink has version \(found), but this Limn reads versions up to \(version). Use a newer Limn.")
        }
        return found
    }
}
