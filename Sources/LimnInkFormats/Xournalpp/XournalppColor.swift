// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Parses and writes the colors of Xournal and Xournal++: `#RRGGBBAA`, `#RRGGBB`, or one of Xournal's names.
enum XournalppColor {
    private static let ink: [String: UInt32] = [
        "black": 0x0000_00ff, "blue": 0x3333_ccff, "red": 0xff00_00ff, "green": 0x0080_00ff, "gray": 0x8080_80ff,
        "lightblue": 0x00c0_ffff, "lightgreen": 0x00ff_00ff, "magenta": 0xff00_ffff, "orange": 0xff80_00ff,
        "yellow": 0xffff_00ff, "white": 0xffff_ffff,
    ]

    /// The colors of paper. The same names mean paler colors here.
    private static let paper: [String: UInt32] = [
        "blue": 0xa0e8_ffff, "pink": 0xffc0_d4ff, "green": 0x80ff_c0ff, "orange": 0xffc0_80ff, "yellow": 0xffff_80ff,
        "white": 0xffff_ffff,
    ]

    /// Parses the color of a stroke; nil if the text is invalid.
    static func ink(_ text: String) -> Color? { (hexadecimal(text) ?? ink[text]).map { Color(rgba: $0) } }

    /// Parses the color of paper; nil if the text is invalid.
    static func paper(_ text: String) -> Color? {
        (hexadecimal(text) ?? paper[text] ?? ink[text]).map { Color(rgba: $0) }
    }

    /// Returns a color as `#rrggbbaa`.
    static func text(_ color: Color) -> String {
        let digits = String(color.rgba, radix: 16)
        return "#" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    private static func hexadecimal(_ text: String) -> UInt32? {
        let digits = text.dropFirst()
        guard text.first == "#", digits.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let number = UInt32(digits, radix: 16)
        else { return nil }
        return switch digits.utf8.count {
        case 6: number << 8 | 0xff
        case 8: number
        default: nil
        }
    }
}
