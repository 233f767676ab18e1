// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects

/// Typesets text in the field's own font as Acrobat does: glyph by glyph, without kerning. Lines break after spaces and
/// hyphens. A word that is too long for a line breaks between characters.
struct OwnFontType: FieldType {
    let font: FieldFont
    var ascent: Double { font.ascent }
    var descent: Double { font.descent }

    func lines(_ text: String, size: Double, width: Double?) throws(FieldFailure) -> [FieldLine] {
        var lines: [FieldLine] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let width else {
                lines.append(try line(paragraph, size))
                continue
            }
            for part in parts(of: paragraph, within: width, size) { lines.append(try line(part, size)) }
        }
        return lines
    }

    private func line(_ text: Substring, _ size: Double) throws(FieldFailure) -> FieldLine {
        guard let string = font.encoded(String(text)) else { throw .text("The field's font cannot write the text.") }
        let visible = text.prefix(upTo: text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex)
        return FieldLine(
            width: font.width(of: String(visible), size: size), ink: string.isEmpty ? .none : .string(string))
    }

    func cellWidth(of character: Character, size: Double) -> Double? { font.inkWidth(of: character, size: size) }

    /// Returns the lines of a paragraph. Without trailing spaces, no line is wider than `limit` points unless it has
    /// only one character.
    private func parts(of paragraph: Substring, within limit: Double, _ size: Double) -> [Substring] {
        var parts: [Substring] = []
        var start = paragraph.startIndex
        // The last position at which the line may break, and the width of the line up to there.
        var chance: (end: String.Index, width: Double)?
        var width = 0.0
        var index = start
        while index < paragraph.endIndex {
            let character = paragraph[index]
            let next = paragraph.index(after: index)
            let advance = font.width(of: String(character), size: size)
            if character != " ", width + advance > limit + 1e-6, index > start {
                let end = chance?.end ?? index
                parts.append(paragraph[start..<end])
                width -= chance?.width ?? width
                (start, chance) = (end, nil)
                // The rest of the word may still be too long.
                continue
            }
            width += advance
            if Self.mayBreak(behind: character) { chance = (next, width) }
            index = next
        }
        parts.append(paragraph[start...])
        return parts
    }

    /// Returns whether a line may end after a character, such as a space, a hyphen or an ideograph.
    private static func mayBreak(behind character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        switch scalar.value {
        case 0x20, 0x2d, 0x2010, 0x2013, 0x2014, 0x2e80...0x9fff, 0xac00...0xd7a3, 0xf900...0xfaff, 0xff01...0xff60,
            0x20000...0x3ffff:
            return true
        default: return false
        }
    }
}
