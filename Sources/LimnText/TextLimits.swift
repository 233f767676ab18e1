// SPDX-License-Identifier: GPL-3.0-or-later

/// The limits of a text.
///
/// Pango's running time is quadratic in a paragraph's length, and its coordinates are 32-bit integers in units of
/// 1/1024 point.
public enum TextLimits {
    /// The maximum length in UTF-8 bytes.
    public static let bytes = 1 << 20
    /// The maximum number of Unicode scalars, and of glyphs.
    public static let glyphs = 100_000
    /// The maximum number of Unicode scalars in one character, such as a letter with many combining marks. HarfBuzz's
    /// running time is quadratic in it.
    public static let marks = 500
    /// The maximum number of style runs.
    public static let runs = 10_000
    /// The allowed font sizes, in points.
    public static let fontSizes = 0.1...2_000
    /// The allowed line heights, as multiples of the font size.
    public static let lineHeights = 0.1...100
    /// The maximum extent of a text along either axis, in points. It is compared with the sum of the font sizes of all
    /// characters, a safe estimate.
    static let extent = 2_000_000.0
}
