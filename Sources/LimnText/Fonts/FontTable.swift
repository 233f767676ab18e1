// SPDX-License-Identifier: GPL-3.0-or-later

internal import CHarfBuzz

/// The bytes of one table of a font. It owns a HarfBuzz blob.
final class FontTable {
    private let blob: OpaquePointer?
    /// The bytes, valid for the lifetime of this object.
    private let bytes: UnsafeRawBufferPointer

    /// Loads the table with this tag; empty if the face has no such table.
    convenience init(_ tag: String, of face: OpaquePointer) {
        // "A pointer to the tag table within face", owned by the caller.
        self.init(adopting: hb_face_reference_table(face, fontTag(tag)))
    }

    /// Takes ownership of a blob.
    init(adopting blob: OpaquePointer?) {
        self.blob = blob
        var length: UInt32 = 0
        let start = hb_blob_get_data(blob, &length)
        bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(length))
    }

    deinit { hb_blob_destroy(blob) }

    var count: Int { bytes.count }
    var copy: [UInt8] { Array(bytes) }

    /// Returns the big-endian unsigned number of `size` bytes (1…4) at an offset; nil outside the table.
    func unsigned(at offset: Int, size: Int = 2) -> Int? {
        guard offset >= 0, offset <= bytes.count - size else { return nil }
        return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns the big-endian signed 16-bit number at an offset; nil outside the table.
    func signed(at offset: Int) -> Int? { unsigned(at: offset).map { Int(Int16(truncatingIfNeeded: $0)) } }
}

/// Returns the numeric value of a tag of four ASCII characters.
func fontTag(_ tag: String) -> hb_tag_t { tag.utf8.reduce(0) { $0 << 8 | hb_tag_t($1) } }

/// Returns the four characters of a tag.
func name(ofTag tag: hb_tag_t) -> String {
    String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: tag >> (24 - 8 * $0)) }, as: UTF8.self)
}
