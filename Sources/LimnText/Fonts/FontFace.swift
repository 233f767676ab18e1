// SPDX-License-Identifier: GPL-3.0-or-later

internal import CHarfBuzz

/// One face of a font file. Two faces are equal if they have the same file, index and variations.
///
/// Lengths are in em: 1 is the font size. As in font files, y points upward from the baseline.
public final class FontFace: @unchecked Sendable {
    // Unchecked: both handles are immutable, and HarfBuzz allows several threads to read immutable objects.

    /// Identifies a face.
    public struct Identity: Hashable, Sendable {
        /// The path of the font file.
        public let file: String
        /// The index of the face in a collection; 0 in other files.
        public let index: Int
        /// The position on each axis of a variable font, in the font's order; empty for other fonts.
        public let variations: [Variation]
    }

    /// A position on an axis of a variable font.
    public struct Variation: Hashable, Sendable {
        /// The tag of the axis, such as `wght`.
        public let tag: String
        /// The position in the font's own (design) coordinates.
        public let value: Double
    }

    /// The format of a face's glyphs.
    public enum Outlines: Hashable, Sendable {
        /// Quadratic curves in a `glyf` table.
        case trueType
        /// Cubic curves in a `CFF ` table, with glyphs keyed by name.
        case compact
        /// Cubic curves in a `CFF ` table, with glyphs keyed by character id (CID).
        case compactCID
        /// Color bitmaps without curves.
        case colorBitmap
        /// Anything else, such as a `CFF2` table.
        case other
    }

    /// The face's file, index and variations.
    public let identity: Identity
    /// The PostScript name, such as `DejaVuSans-Bold`, reduced to characters that need no escapes in a PDF name.
    public let postScriptName: String
    /// The family in English, such as `DejaVu Sans`.
    public let family: String
    /// The format of the glyphs.
    public let outlines: Outlines
    /// The number of font units per em.
    public let unitsPerEm: Int
    /// The number of glyphs.
    public let glyphCount: Int

    /// The HarfBuzz face. The font keeps it alive.
    let face: OpaquePointer
    /// The HarfBuzz font: the face with its variations, scaled to one unit per font unit.
    let font: OpaquePointer

    /// Retains a face.
    init(retaining face: OpaquePointer, identity: Identity) {
        self.identity = identity
        self.face = face
        let unitsPerEm = max(1, Int(clamping: hb_face_get_upem(face)))
        let glyphCount = Int(hb_face_get_glyph_count(face))
        font = Self.makeFont(face, unitsPerEm: unitsPerEm, identity.variations)
        self.unitsPerEm = unitsPerEm
        self.glyphCount = glyphCount
        family = Self.name(16, of: face) ?? Self.name(1, of: face) ?? "unnamed"
        let name = Self.name(6, of: face) ?? family
        let plain = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        postScriptName = plain.isEmpty ? "Font" : plain
        outlines = Self.outlines(of: face, glyphCount: glyphCount)
    }

    deinit { hb_font_destroy(font) }

    /// Returns the horizontal advance of a glyph in em.
    public func advance(of glyph: UInt32) -> Double { em(hb_font_get_glyph_h_advance(font, glyph)) }

    /// Converts a length from font units to em.
    func em(_ units: some BinaryInteger) -> Double { Double(units) / Double(unitsPerEm) }

    private static func makeFont(_ face: OpaquePointer, unitsPerEm: Int, _ variations: [Variation]) -> OpaquePointer {
        let font = hb_font_create(face)!
        hb_font_set_scale(font, Int32(unitsPerEm), Int32(unitsPerEm))
        let settings = variations.map { hb_variation_t(tag: fontTag($0.tag), value: Float($0.value)) }
        hb_font_set_variations(font, settings, UInt32(settings.count))
        hb_font_make_immutable(font)
        return font
    }

    private static func outlines(of face: OpaquePointer, glyphCount: Int) -> Outlines {
        func has(_ tag: String) -> Bool { FontTable(tag, of: face).count > 0 }
        if has("glyf") { return .trueType }
        if let compact = CompactFont(FontTable("CFF ", of: face), glyphCount: glyphCount) {
            return compact.isCIDKeyed ? .compactCID : .compact
        }
        return has("CBDT") || has("sbix") ? .colorBitmap : .other
    }

    /// Returns an English name from the `name` table; nil if the font has none.
    private static func name(_ id: UInt32, of face: OpaquePointer) -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        var size = UInt32(buffer.count)
        hb_ot_name_get_utf8(face, id, hb_language_from_string("en", -1), &size, &buffer)
        let text = String(decoding: buffer.prefix(Int(size)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}

extension FontFace: Hashable {
    /// Whether both have the same file, index and variations.
    public static func == (a: FontFace, b: FontFace) -> Bool { a === b || a.identity == b.identity }
    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
