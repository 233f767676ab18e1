// SPDX-License-Identifier: Apache-2.0

/// A record of a version 2 or 3 file: its kind (1 byte), the length of its contents (4 bytes), the contents, and a
/// CRC-32 of all preceding bytes of the record. Numbers are little-endian.
///
/// A file is a header followed by records, the last of which is a footer. An update appends further records and another
/// footer. So if an update is cut off, the file is intact up to the previous footer.
struct NativeRecord {
    enum Kind: UInt8 {
        /// Title and template. A later record replaces an earlier one.
        case document = 0x44
        /// Brushes, numbered in file order.
        case brushes = 0x42
        /// A page's index, size, background, layers and foreign items. A later record for the same page replaces an
        /// earlier one.
        case page = 0x50
        /// The index of a page, and strokes to add on top of its items.
        case strokes = 0x53
        /// The index of a page, and objects to add on top of its items. Since version 3.
        case objects = 0x4f
        /// A picture's format and bytes; pictures are numbered in file order. Since version 3.
        case picture = 0x47
        /// The offsets of the records since the previous index, and the offset of that index.
        case index = 0x49
        /// The offset of the last index, in 8 bytes.
        case footer = 0x46
    }

    /// The size of a record without its contents, in bytes.
    static let overhead = 1 + 4 + 4
    /// The size of a footer record, in bytes.
    static let footerSize = overhead + 8
    /// The maximum length of a record's contents, in bytes.
    static let maximumLength = Int(UInt32.max)

    var kind: Kind
    /// The range of the contents in the bytes that the record was read from.
    var contents: Range<Int>

    /// Writes a record.
    ///
    /// - Throws: `invalidValue` if the contents are 4 GiB or longer.
    static func write(_ kind: Kind, _ contents: [UInt8], into writer: inout ByteWriter) throws(InkError) {
        guard contents.count <= maximumLength else {
            throw InkError(.invalidValue, "The ink has a record of more than 4 GiB, which cannot be stored.")
        }
        let start = writer.count
        writer.byte(kind.rawValue)
        writer.word(UInt32(contents.count))
        writer.append(contents)
        writer.word(Checksum.crc32(writer.bytes[start...]))
    }

    /// Reads the record at an offset.
    ///
    /// - Throws: `corrupt` if the record is cut off, has an unknown kind or does not match its checksum.
    init(in bytes: [UInt8], at start: Int) throws(InkError) {
        func damaged(_ what: String) -> InkError {
            InkError(.corrupt, "The ink is damaged at byte \(start): \(what).")
        }
        guard start >= 0, start <= bytes.count - Self.overhead else { throw damaged("it ends too early") }
        let length = Int(bytes.littleEndian((start + 1)..<(start + 5)))
        let first = start + 5
        guard length <= bytes.count - first - 4 else { throw damaged("it ends too early") }
        contents = first..<(first + length)
        let stored = bytes.littleEndian(contents.upperBound..<(contents.upperBound + 4))
        guard UInt64(Checksum.crc32(bytes[start..<contents.upperBound])) == stored else {
            throw damaged("its checksum does not match")
        }
        guard let kind = Kind(rawValue: bytes[start]) else { throw damaged("a record has an unknown kind") }
        self.kind = kind
    }

    /// Returns the offset of the last index from the footer at the end of the bytes, or nil if they do not end with a
    /// footer.
    static func indexOffset(atEndOf bytes: [UInt8]) -> UInt64? {
        guard let footer = try? NativeRecord(in: bytes, at: bytes.count - footerSize), footer.kind == .footer,
            footer.contents.count == 8
        else { return nil }
        return bytes.littleEndian(footer.contents)
    }

    /// The offset of the first byte after the record.
    var end: Int { contents.upperBound + 4 }
}
