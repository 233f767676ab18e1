// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Parses and writes CSS colors. The supported forms are `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(…)`, `rgba(…)`,
/// `transparent`, the 16 HTML names and a few other names.
enum CSSColor {
    private static let names: [String: UInt32] = [
        "black": 0x0000_00ff, "silver": 0xc0c0_c0ff, "gray": 0x8080_80ff, "grey": 0x8080_80ff, "white": 0xffff_ffff,
        "maroon": 0x8000_00ff, "red": 0xff00_00ff, "purple": 0x8000_80ff, "fuchsia": 0xff00_ffff,
        "magenta": 0xff00_ffff, "green": 0x0080_00ff, "lime": 0x00ff_00ff, "olive": 0x8080_00ff,
        "yellow": 0xffff_00ff, "navy": 0x0000_80ff, "blue": 0x0000_ffff, "teal": 0x0080_80ff, "aqua": 0x00ff_ffff,
        "cyan": 0x00ff_ffff, "orange": 0xffa5_00ff, "brown": 0xa52a_2aff, "pink": 0xffc0_cbff,
        "violet": 0xee82_eeff, "transparent": 0,
    ]

    /// Parses a color; nil if the text is not one of the supported forms.
    static func parse(_ text: String) -> Color? {
        guard text.utf8.count <= 64 else { return nil }
        let text = text.lowercased()
        if text.hasPrefix("#") { return hexadecimal(Array(text.utf8.dropFirst())).map { Color(rgba: $0) } }
        if let known = names[text] { return Color(rgba: known) }
        return function(text)
    }

    /// Returns a color as `#rrggbb`, without its alpha.
    static func text(_ color: Color) -> String {
        let digits = String(color.rgba >> 8, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    private static func hexadecimal(_ digits: [UInt8]) -> UInt32? {
        let values = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map(UInt32.init) }
        guard values.count == digits.count else { return nil }
        let number = values.reduce(UInt32(0)) { $0 << 4 | $1 }
        switch values.count {
        case 3, 4:
            let wide = values.reduce(UInt32(0)) { $0 << 8 | $1 * 17 }
            return values.count == 3 ? wide << 8 | 0xff : wide
        case 6: return number << 8 | 0xff
        case 8: return number
        default: return nil
        }
    }

    /// Parses `rgb(1, 2, 3)` and `rgba(1, 2, 3, 0.5)`.
    private static func function(_ text: String) -> Color? {
        guard text.hasPrefix("rgb"), text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return nil }
        let inside = text[text.index(after: open)...].dropLast()
        let parts = NumberList.values(of: String(inside.map { $0 == "," ? " " : $0 }))
        guard parts.count == 3 || parts.count == 4, parts.allSatisfy(\.isFinite) else { return nil }
        return Color(
            red: parts[0] / 255, green: parts[1] / 255, blue: parts[2] / 255, alpha: parts.count == 4 ? parts[3] : 1)
    }
}
