// SPDX-License-Identifier: GPL-3.0-or-later

internal import CHarfBuzz

/// The bytes of one table of a font. It owns a blob of HarfBuzz.
final class FontTable {
    private let blob: OpaquePointer?
    /// The bytes. They are valid while this object lives.
    private let bytes: UnsafeRawBufferPointer

    /// The table; empty if the face has none with this tag.
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

    /// The big-endian number of `size` bytes, 1…4; nil outside the table.
    func unsigned(at offset: Int, size: Int = 2) -> Int? {
        guard offset >= 0, offset <= bytes.count - size else { return nil }
        return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The big-endian signed number of two bytes; nil outside the table.
    func signed(at offset: Int) -> Int? { unsigned(at: offset).map { Int(Int16(truncatingIfNeeded: $0)) } }
}

/// The number of a tag of four ASCII characters.
func fontTag(_ tag: String) -> hb_tag_t { tag.utf8.reduce(0) { $0 << 8 | hb_tag_t($1) } }

/// The four characters of a tag.
func name(ofTag tag: hb_tag_t) -> String {
    String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: tag >> (24 - 8 * $0)) }, as: UTF8.self)
}
