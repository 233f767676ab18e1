// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A font program that a document carries, as a Type 0 font with the encoding Identity-H: content names glyphs by codes
/// of two bytes. A document holds equal fonts once.
public struct EmbeddedFont: Hashable, Sendable {
    /// What a font program is.
    public enum Format: Hashable, Sendable {
        /// A TrueType file; codes are glyphs.
        case trueType
        /// A bare `CFF ` table; codes are character ids (CIDs).
        case compact
    }

    /// What the font descriptor tells of a font (ISO 32000-2, table 120). Lengths are in 1/1000 em, y upwards.
    public struct Metrics: Hashable, Sendable {
        /// The height above the baseline.
        public var ascent: Double
        /// The depth below the baseline; not positive in most fonts.
        public var descent: Double
        /// The height of capital letters.
        public var capHeight: Double
        /// The slope in degrees, counterclockwise from the vertical.
        public var italicAngle: Double
        /// The box around all glyphs.
        public var boundingBox: Rect
        /// Whether all glyphs have the same width.
        public var isFixedPitch: Bool
        /// Whether letters have serifs.
        public var isSerif: Bool
        /// Whether letters are italic or oblique.
        public var isItalic: Bool

        /// Makes metrics.
        public init(
            ascent: Double, descent: Double, capHeight: Double, italicAngle: Double = 0, boundingBox: Rect,
            isFixedPitch: Bool = false, isSerif: Bool = false, isItalic: Bool = false
        ) {
            self.ascent = ascent
            self.descent = descent
            self.capHeight = capHeight
            self.italicAngle = italicAngle
            self.boundingBox = boundingBox
            self.isFixedPitch = isFixedPitch
            self.isSerif = isSerif
            self.isItalic = isItalic
        }
    }

    /// The PostScript name, with the letters of a subset before it: ASCII letters, digits, `-` and `+`.
    public let name: String
    /// What the program is.
    public let format: Format
    /// The width of each code in 1/1000 em. Whole numbers, since some readers round them.
    public let widths: [UInt16: Int]
    /// The text of each code that stands for one text alone.
    public let texts: [UInt16: String]
    /// What the descriptor tells.
    public let metrics: Metrics
    /// The program as it will be written.
    let program: StreamData
    /// The length of the program in bytes.
    let programLength: Int

    /// Makes a font and compresses its program.
    ///
    /// - Parameter widths: in 1/1000 em; they are rounded.
    public init(
        name: String, program: [UInt8], format: Format, widths: [UInt16: Double], texts: [UInt16: String],
        metrics: Metrics
    ) {
        self.name = name
        self.format = format
        self.widths = widths.mapValues { Int(clamping: $0.rounded()) }
        self.texts = texts
        self.metrics = metrics
        self.program = StreamData(program, level: 12)
        programLength = program.count
    }

    /// Hashes the name and the length of the program, which tell fonts apart in practice.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(programLength)
    }
}
