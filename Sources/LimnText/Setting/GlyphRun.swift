// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk

/// Glyphs of one face, size and color in one line, from left to right in visual order.
///
/// Positions are in the text's coordinate space: points, with the origin at the top left and y downward.
public struct GlyphRun: Hashable, Sendable {
    /// A glyph with its position.
    public struct Glyph: Hashable, Sendable {
        /// The index of the glyph in the face.
        public var id: UInt32
        /// The position of the glyph's origin.
        public var origin: Point
        /// The distance to the next glyph in points, including kerning and justification.
        public var advance: Double
    }

    /// A cluster: the smallest part of a text with its own glyphs.
    public struct Cluster: Hashable, Sendable {
        /// The text.
        public var text: String
        /// The range in ``SetText/text``, in UTF-8 bytes.
        public var range: Range<Int>
        /// The indices of its glyphs in ``GlyphRun/glyphs``; empty for text without glyphs, such as a tab.
        public var glyphs: Range<Int>
    }

    /// The face.
    public var face: FontFace
    /// The font size in points.
    public var size: Double
    /// The color.
    public var color: Color
    /// The glyphs from left to right.
    public var glyphs: [Glyph]
    /// The clusters from left to right. Their glyph ranges cover all glyphs without gaps.
    public var clusters: [Cluster]
    /// Whether the text reads from right to left.
    public var isRightToLeft: Bool
    /// Whether the style is bold but the family has no bold face. Painters should then embolden the outlines.
    public var isSyntheticBold: Bool
    /// Whether the style is italic but the family has no italic face. Painters should then slant by ``syntheticSlant``.
    public var isSyntheticOblique: Bool

    /// The slant of a synthetic oblique: the horizontal shift to the right per unit of height.
    public static let syntheticSlant = 0.2
    /// The total width that a synthetic bold adds to outlines, in font sizes; half of it on each side.
    public static let syntheticBoldWidth = 1.0 / 24

    /// Returns the transform from a glyph's em space (y upward) to the text's coordinate space.
    public func transform(of glyph: Glyph) -> AffineTransform {
        AffineTransform(
            a: size, b: 0, c: isSyntheticOblique ? size * Self.syntheticSlant : 0, d: -size,
            tx: glyph.origin.x, ty: glyph.origin.y)
    }

    /// The outlines of all glyphs in the text's coordinate space, to be filled with the nonzero winding rule, without
    /// synthetic bold; nil if the face has pictures instead of outlines.
    public var outline: Path? {
        var path = Path()
        for glyph in glyphs {
            guard let outline = face.outline(of: glyph.id) else { return nil }
            path.append(outline.transformed(by: transform(of: glyph)))
        }
        return path
    }
}
