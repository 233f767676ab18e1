// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnText

/// Converts values to the text that is displayed.
enum FieldText {
    /// Returns a text with every kind of line break as a line feed and tabs as spaces.
    ///
    /// Characters are composed, because the fonts of forms rarely have the separate parts.
    static func lines(_ text: String) -> String {
        // A fast path: most texts are plain ASCII.
        if text.utf8.allSatisfy({ (32...126).contains($0) }) { return text }
        var shown = ""
        shown.reserveCapacity(text.utf8.count)
        for character in text.composed {
            switch character {
            case "\r\n", "\r", "\u{2028}", "\u{2029}", "\u{85}", "\u{b}", "\u{c}": shown.append("\n")
            case "\t": shown.append(" ")
            default: shown.append(character)
            }
        }
        return shown
    }

    /// Returns the same text, with line breaks as spaces.
    static func oneLine(_ text: String) -> String {
        let lines = lines(text)
        return lines.contains("\n" as Character) ? String(lines.map { $0 == "\n" ? " " : $0 }) : lines
    }

    /// Returns whether the first letter belongs to a script that is written from right to left.
    static func isRightToLeft(_ text: String) -> Bool {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0590...0x08ff, 0xfb1d...0xfdff, 0xfe70...0xfefc, 0x10800...0x10fff, 0x1e800...0x1efff:
                if scalar.properties.isAlphabetic { return true }
            default: if scalar.properties.isAlphabetic { return false }
            }
        }
        return false
    }
}
