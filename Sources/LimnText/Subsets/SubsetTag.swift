// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk

/// The prefix of six capital letters in the name of a font subset (ISO 32000-2, 9.9.2).
enum SubsetTag {
    /// Returns the letters. They depend only on the face's name and variations and on the sorted glyphs.
    static func letters(for face: FontFace, glyphs: [UInt32]) -> String {
        var hash = FNVHash()
        hash.add(face.postScriptName.utf8)
        for variation in face.identity.variations { hash.add("\(variation.tag)=\(variation.value)".utf8) }
        for glyph in glyphs { hash.add((0..<4).map { UInt8(truncatingIfNeeded: glyph >> (8 * $0)) }) }
        var (letters, rest) = ("", hash.value)
        for _ in 0..<6 {
            letters.unicodeScalars.append(Unicode.Scalar(UInt8(65 + rest % 26)))
            rest /= 26
        }
        return letters
    }
}
