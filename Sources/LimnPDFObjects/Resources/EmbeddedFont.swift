// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A font program embedded in a document as a Type 0 font with the encoding Identity-H. Content refers to glyphs by
/// two-byte codes. Equal fonts are written to a document only once.
public struct EmbeddedFont: Hashable, Sendable {
    /// The format of a font program.
    public enum Format: Hashable, Sendable {
        /// A TrueType file. Codes are glyph indices.
        case trueType
        /// A bare `CFF ` table. Codes are character IDs (CIDs).
        case compact
    }

    /// The values of the font descriptor (ISO 32000-2, table 120). Lengths are in 1/1000 em with y up.
    public struct Metrics: Hashable, Sendable {
        /// The maximum height above the baseline.
        public var ascent: Double
        /// The lowest extent of glyphs relative to the baseline, usually negative.
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

    /// The PostScript name, including the prefix of a subset. It consists of ASCII letters, digits, `-` and `+`.
    public let name: String
    /// The format of the program.
    public let format: Format
    /// The width of each code in 1/1000 em. Widths are whole numbers, because some readers round them.
    public let widths: [UInt16: Int]
    /// The text of each code that always represents the same text.
    public let texts: [UInt16: String]
    /// The values of the font descriptor.
    public let metrics: Metrics
    /// The compressed program.
    let program: StreamData
    /// The length of the uncompressed program in bytes.
    let programLength: Int

    /// Makes a font and compresses its program.
    ///
    /// - Parameter widths: the widths in 1/1000 em. They are rounded to whole numbers.
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

    /// Hashes only the name and the length of the program, which distinguish fonts in practice.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(programLength)
    }
}
