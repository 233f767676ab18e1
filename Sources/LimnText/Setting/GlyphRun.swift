// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk

/// Glyphs of one face, size and colour in one line, from left to right as they are seen.
///
/// Positions are in the text's own space: points, the origin at the top left, y downwards.
public struct GlyphRun: Hashable, Sendable {
    /// A glyph at its place.
    public struct Glyph: Hashable, Sendable {
        /// The number of the glyph in the face.
        public var id: UInt32
        /// Where the glyph's origin lies.
        public var origin: Point
        /// The distance to the next glyph in points, with kerning and justification.
        public var advance: Double
    }

    /// A shortest piece of text that has glyphs of its own.
    public struct Cluster: Hashable, Sendable {
        /// The text.
        public var text: String
        /// The place of the text in ``SetText/text``, in bytes of UTF-8.
        public var range: Range<Int>
        /// The glyphs in ``GlyphRun/glyphs``; empty for text that shows nothing, such as a tab.
        public var glyphs: Range<Int>
    }

    /// The face.
    public var face: FontFace
    /// The font size in points.
    public var size: Double
    /// The colour.
    public var color: Color
    /// The glyphs from left to right.
    public var glyphs: [Glyph]
    /// The clusters from left to right. Their glyph ranges cover all glyphs without gaps.
    public var clusters: [Cluster]
    /// Whether the text reads from right to left.
    public var isRightToLeft: Bool
    /// Whether the style is bold and the family has no bold face: painters should thicken the outlines.
    public var isSyntheticBold: Bool
    /// Whether the style is italic and the family has no italic face: painters should slant by ``syntheticSlant``.
    public var isSyntheticOblique: Bool

    /// How far a synthetic oblique leans to the right, for each unit of height.
    public static let syntheticSlant = 0.2
    /// How much wider all strokes of a synthetic bold are, in font sizes; half of it on either side.
    public static let syntheticBoldWidth = 1.0 / 24

    /// The transform from a glyph's em space (y upwards) to the text's own space.
    public func transform(of glyph: Glyph) -> AffineTransform {
        AffineTransform(
            a: size, b: 0, c: isSyntheticOblique ? size * Self.syntheticSlant : 0, d: -size,
            tx: glyph.origin.x, ty: glyph.origin.y)
    }

    /// The outlines of all glyphs in the text's own space, to be filled by the non-zero rule. A synthetic bold is not
    /// thickened. nil if the face has pictures instead.
    public var outline: Path? {
        var path = Path()
        for glyph in glyphs {
            guard let outline = face.outline(of: glyph.id) else { return nil }
            path.append(outline.transformed(by: transform(of: glyph)))
        }
        return path
    }
}
