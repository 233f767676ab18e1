// SPDX-License-Identifier: GPL-3.0-or-later

internal import CHarfBuzz
public import LimnGeometry

/// A glyph's color bitmap.
public struct GlyphPicture: Hashable, Sendable {
    /// A PNG file.
    public let png: [UInt8]
    /// The bounding box of the picture in em, with y upward. The origin is the glyph's origin on the baseline.
    public let box: Rect
}

extension FontFace {
    /// Returns a glyph's picture in a color bitmap font, such as Noto Color Emoji; nil if the glyph has none.
    ///
    /// - Parameter pixelsPerEm: The size at which the picture will be drawn. The nearest size in the font is used.
    public func picture(of glyph: UInt32, pixelsPerEm: Double) -> GlyphPicture? {
        guard pixelsPerEm > 0, hb_ot_color_has_png(face) != 0 else { return nil }
        let font = hb_font_create_sub_font(font)
        defer { hb_font_destroy(font) }
        let size = UInt32(clamping: Int(clamping: min(max(pixelsPerEm.rounded(.up), 1), 65_535)))
        hb_font_set_ppem(font, size, size)
        // "Returns: the PNG data for the given glyph", owned by the caller.
        let png = FontTable(adopting: hb_ot_color_glyph_reference_png(font, glyph))
        var extents = hb_glyph_extents_t()
        guard png.count > 0, hb_font_get_glyph_extents(font, glyph, &extents) != 0 else { return nil }
        let box = Rect(
            x0: em(extents.x_bearing), y0: em(extents.y_bearing), x1: em(extents.x_bearing + extents.width),
            y1: em(extents.y_bearing + extents.height))
        return GlyphPicture(png: png.copy, box: box)
    }
}
