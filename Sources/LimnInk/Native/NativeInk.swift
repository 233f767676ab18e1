// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Limn's own ink format: compact, checked, versioned from its first bytes, and open to more.
///
/// The eight bytes `LIMNINK` and the version; in version 2, which is written, records with a checksum each (`NativeRecord`).
/// Strokes can be added by adding bytes (``NativeInkUpdate``), and a page of many read alone (``NativeInkPages``).
/// Files of version 1, one body with a checksum behind it, are read.
public enum NativeInk {
    /// How exactly values are kept.
    public enum Precision: Hashable, Sendable {
        /// Positions and widths to 1/256 pt (at most 1/512 pt off), pressure, opacity and angles to 1/4096, time to
        /// 1/1000 s; exactly what they are where they are multiples of a device's own steps, such as 1/255.
        case compact
        /// Every bit.
        case lossless
    }

    /// The farthest, in points, that ``Precision/compact`` moves an edge: a centre by √½ of a step, a radius by a quarter.
    public static let roundingError = (0.5.squareRoot() + 0.25) * NativeTables.lengthQuantum

    static let magic = Array("LIMNINK".utf8)
    /// The version that is written; every version up to it is read.
    public static let version: UInt8 = 2

    /// Whether bytes begin as native ink of any version does.
    public static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

    /// The bytes of a document.
    ///
    /// - Throws: ``InkError`` with `invalidValue` when a value is not finite or a width is negative.
    public static func encode(
        _ document: InkDocument, precision: Precision = .compact
    ) throws(InkError) -> [UInt8] {
        try document.validate()
        var writer = NativeRecordWriter(precision)
        try writer.header(of: document)
        for (index, page) in document.pages.enumerated() {
            try writer.page(page, at: index)
            try writer.strokes(page.drawing.strokes, onPage: index)
        }
        return try writer.finish(pageCount: document.pages.count)
    }

    /// The document in some bytes.
    ///
    /// - Throws: ``InkError`` with `notInk`, `unsupportedVersion` or `corrupt`.
    public static func decode(_ bytes: [UInt8]) throws(InkError) -> InkDocument {
        switch try version(of: bytes) {
        case 1: return try Version1.decode(bytes)
        default: return try NativeAssembler.document(in: bytes)
        }
    }

    /// The document in bytes whose end may have been torn off, as when power failed while strokes were added.
    ///
    /// - Returns: the document up to the last complete addition, and how many bytes hold it; more can be added behind these.
    /// - Throws: ``InkError`` where not even the first writing of the file is complete, or where sound additions stand behind
    ///   what is damaged: that is no torn end, and adding there would destroy them.
    public static func recover(_ bytes: [UInt8]) throws(InkError) -> (document: InkDocument, length: Int) {
        guard try version(of: bytes) > 1 else { return (try decode(bytes), bytes.count) }
        var complete = 0
        var start = headerSize
        while start < bytes.count, let record = try? NativeRecord(in: bytes, at: start) {
            start = record.end
            if record.kind == .footer { complete = start }
        }
        guard complete > 0 else { throw InkError(.corrupt, "The ink ends before it is complete.") }
        if let before = previousIndex(atEndOf: bytes), before >= complete {
            throw InkError(.corrupt, "The ink is damaged at byte \(start), and more stands behind that.")
        }
        return (try decode(Array(bytes.prefix(complete))), complete)
    }

    /// Where the index before the last one is; nil where the bytes do not end with a footer and its index.
    private static func previousIndex(atEndOf bytes: [UInt8]) -> Int? {
        guard let place = NativeRecord.indexPlace(atEndOf: bytes), place < UInt64(bytes.count),
            let record = try? NativeRecord(in: bytes, at: Int(place)),
            record.kind == .index
        else { return nil }
        let index = try? ByteReader.with(bytes, record.contents) { reader throws(InkError) in
            try NativeIndex(&reader, limit: Int(place))
        }
        return index?.previous
    }

    /// The bytes before the first record.
    static let headerSize = 8

    /// The version of some bytes, which is known here.
    static func version(of bytes: [UInt8]) throws(InkError) -> UInt8 {
        guard recognizes(bytes) else { throw InkError(.notInk, "This is no Limn ink.") }
        guard bytes.count >= headerSize else { throw InkError(.corrupt, "The ink ends after its first bytes.") }
        let found = bytes[magic.count]
        guard (1...version).contains(found) else {
            throw InkError(
                .unsupportedVersion,
                "The ink is of version \(found), this Limn reads versions up to \(version); a newer Limn is needed.")
        }
        return found
    }
}
