// SPDX-License-Identifier: Apache-2.0

/// A piece of a file of version 2: its kind (a byte), the length of its contents (32 bits), the contents, and the CRC-32 of all
/// that; numbers are little-endian.
///
/// A file is the magic bytes, the version, and records one behind the other, the last a footer. What is appended are further
/// records that end with a footer of their own, so that a file whose end was torn off is whole up to an earlier footer.
struct NativeRecord {
    enum Kind: UInt8 {
        /// Title and template; a later one replaces an earlier one.
        case document = 0x44
        /// Brushes, which get the next numbers in the file.
        case brushes = 0x42
        /// A page's number, size, background, layers and items; a later one of the same number replaces an earlier one.
        case page = 0x50
        /// A page's number and strokes, which come above those that the page has.
        case strokes = 0x53
        /// Where the other records since the index before are, and where that index is.
        case index = 0x49
        /// Where the last index is; of fixed length.
        case footer = 0x46
    }

    /// The bytes of a record besides its contents.
    static let overhead = 1 + 4 + 4
    /// The bytes of a footer.
    static let footerSize = overhead + 8
    /// The most bytes that a record's contents may have.
    static let largest = Int(UInt32.max)

    var kind: Kind
    /// Where its contents are in the bytes it was read from.
    var contents: Range<Int>

    /// Appends a record to a file; nil contents are too large for one.
    static func write(_ kind: Kind, _ contents: [UInt8], into writer: inout ByteWriter) throws(InkError) {
        guard contents.count <= largest else {
            throw InkError(.invalidValue, "The ink holds a part of more than 4 GiB, which is too large to be stored.")
        }
        let start = writer.count
        writer.byte(kind.rawValue)
        writer.word(UInt32(contents.count))
        writer.append(contents)
        writer.word(Checksum.crc32(writer.bytes[start...]))
    }

    /// The record that begins at a place.
    ///
    /// - Throws: `corrupt` where it is cut off, of an unknown kind, or does not match its checksum.
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
        guard let kind = Kind(rawValue: bytes[start]) else { throw damaged("a part of it is of an unknown kind") }
        self.kind = kind
    }

    /// Where the footer at the end of some bytes says that the index is; nil where they do not end with a footer.
    static func indexPlace(atEndOf bytes: [UInt8]) -> UInt64? {
        guard let footer = try? NativeRecord(in: bytes, at: bytes.count - footerSize), footer.kind == .footer,
            footer.contents.count == 8
        else { return nil }
        return bytes.littleEndian(footer.contents)
    }

    /// Where the next record begins.
    var end: Int { contents.upperBound + 4 }
}
