// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// The pens of the tablets by number.
enum RemarkablePen {
    static let eraser: UInt32 = 6
    /// The number of the pen that outlines an erased area.
    static let areaEraser: UInt32 = 8
    static let highlighters: Set<UInt32> = [5, 18]
    static let shader: UInt32 = 23

    /// Returns the drawing tool of a pen; nil if the pen is unknown.
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

    /// Returns the default opacity of a pen, 0…1. The values are those of the program rmc, whose authors estimated them
    /// by eye.
    static func opacity(_ pen: UInt32) -> Double {
        if highlighters.contains(pen) { return 0.3 }
        return pen == shader ? 0.1 : 1
    }
}

/// The colors of the tablets by number, as 0xRRGGBB.
enum RemarkableColor {
    private static let known: [UInt32] = [
        0x000000, 0x909090, 0xffffff, 0xfbf719, 0x00ff00, 0xffc0cb, 0x4e69c9, 0xb33e39, 0x7d7d7d, 0xfbf719, 0xa1d87d,
        0x8bd0e5, 0xb782cd, 0xf7e851,
    ]

    /// The number that refers to the explicit color of the stroke. If that is missing, the color is yellow, as for
    /// number 3.
    static let explicit: UInt32 = 9

    /// Returns the opaque color with a number; nil if it is unknown.
    static func color(_ number: UInt32) -> Color? {
        number < UInt32(known.count) ? Color(rgba: known[Int(number)] << 8 | 0xff) : nil
    }

    /// Returns the explicit color of a stroke, from the bytes blue, green, red and alpha.
    static func color(bgra: UInt32) -> Color {
        // The word is little-endian, so alpha is the highest byte.
        Color(rgba: bgra << 8 | bgra >> 24)
    }
}
