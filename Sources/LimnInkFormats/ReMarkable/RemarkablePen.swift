// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// The pens of the tablets by their numbers.
enum RemarkablePen {
    static let eraser: UInt32 = 6
    /// What is drawn around strokes to delete them.
    static let areaEraser: UInt32 = 8
    static let highlighters: Set<UInt32> = [5, 18]
    static let shader: UInt32 = 23

    /// The instrument of a pen that draws; nil for one that is not known.
    static func tool(_ pen: UInt32) -> Brush.Tool? {
        switch pen {
        case 0, 12: .paintbrush
        case 1, 14, 7, 13: .pencil
        case 2, 15: .ballpoint
        case 3, 16: .marker
        case 4, 17: .fineliner
        case 5, 18: .highlighter
        case 21: .calligraphy
        case shader: .shader
        default: nil
        }
    }

    /// How opaque a pen is where the stroke does not say. rmc's values, found by looking; inferred.
    static func opacity(_ pen: UInt32) -> Double {
        if highlighters.contains(pen) { return 0.3 }
        return pen == shader ? 0.1 : 1
    }
}

/// The colours of the tablets by their numbers, 0xRRGGBB.
enum RemarkableColor {
    private static let known: [UInt32] = [
        0x000000, 0x909090, 0xffffff, 0xfbf719, 0x00ff00, 0xffc0cb, 0x4e69c9, 0xb33e39, 0x7d7d7d, 0xfbf719, 0xa1d87d,
        0x8bd0e5, 0xb782cd, 0xf7e851,
    ]

    /// The number for a colour that the stroke itself tells; where it does not, yellow stands in, as for number 3.
    static let own: UInt32 = 9

    /// The opaque colour; nil for a number that is not known.
    static func color(_ number: UInt32) -> Color? {
        number < UInt32(known.count) ? Color(rgba: known[Int(number)] << 8 | 0xff) : nil
    }

    /// The colour that a stroke itself tells, of the bytes blue, green, red, opacity.
    static func color(bgra: UInt32) -> Color {
        // Little-endian, the opacity is in the highest byte.
        Color(rgba: bgra << 8 | bgra >> 24)
    }
}
