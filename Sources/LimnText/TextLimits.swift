// SPDX-License-Identifier: GPL-3.0-or-later

/// The limits of a text. Pango's time grows with the square of a paragraph's length, and its coordinates are 32-bit
/// numbers in 1/1024 point.
public enum TextLimits {
    /// The maximum length in bytes of UTF-8.
    public static let bytes = 1 << 20
    /// The maximum number of characters (Unicode scalars), and of glyphs.
    public static let glyphs = 100_000
    /// The maximum number of Unicode scalars in one character, such as a letter with many marks. HarfBuzz's time grows
    /// with its square.
    public static let marks = 500
    /// The maximum number of runs of one style.
    public static let runs = 10_000
    /// The allowed font sizes, in points.
    public static let fontSizes = 0.1...2_000
    /// The allowed line heights, in font sizes.
    public static let lineHeights = 0.1...100
    /// The maximum possible extent of a text along either axis, in points: the sum of font sizes over all characters.
    static let extent = 2_000_000.0
}
