// SPDX-License-Identifier: GPL-3.0-or-later

/// The prefix of six capital letters in the name of a font subset (ISO 32000-2, 9.9.2).
enum SubsetTag {
    /// Returns the letters. They depend only on the face's name and variations and on the sorted glyphs.
    static func letters(for face: FontFace, glyphs: [UInt32]) -> String {
        // FNV-1a, 64 bits.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        add(face.postScriptName.utf8)
        for variation in face.identity.variations { add("\(variation.tag)=\(variation.value)".utf8) }
        for glyph in glyphs { add((0..<4).map { UInt8(truncatingIfNeeded: glyph >> (8 * $0)) }) }
        var letters = ""
        for _ in 0..<6 {
            letters.unicodeScalars.append(Unicode.Scalar(UInt8(65 + hash % 26)))
            hash /= 26
        }
        return letters
    }
}
