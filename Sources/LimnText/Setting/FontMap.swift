// SPDX-License-Identifier: GPL-3.0-or-later

internal import CHarfBuzz
internal import CPango
internal import LimnInk

/// A Pango font map and context, with the faces of their fonts. It must be used by one thread only.
///
/// Hinting is off and the resolution is 72 dpi, so advances are those of the unscaled font. With the same fonts, lines
/// therefore break in the same places on every machine.
final class FontMap {
    private let map: UnsafeMutablePointer<PangoFontMap>
    let context: OpaquePointer
    private var faces: [FontFace.Identity: FontFace] = [:]
    private var selections: [Query: Selection] = [:]
    /// The fonts that Pango has cached. Pango itself never frees any.
    private var sizes: Set<SizedQuery> = []
    private static let maximumSizes = 500

    /// The properties of a style that select a font, except the size.
    private struct Query: Hashable {
        var family: String
        var weight: Int
        var isItalic: Bool
    }

    private struct SizedQuery: Hashable {
        var query: Query
        var size: Double
    }

    /// The font selected for a style.
    struct Selection {
        var face: FontFace
        /// The family that replaces the one of the style; nil if the machine has the style's family.
        var substitute: String?
    }

    init() throws(TextError) {
        // "Returns one of the two sets of fonts from the configuration"; it belongs to the configuration.
        guard let fonts = FcConfigGetFonts(nil, FcSetSystem), fonts.pointee.nfont > 0 else { throw Self.noFonts }
        map = limn_font_map_new(72)
        limn_font_map_set_substitute(map) { pattern, _ in
            FcPatternDel(pattern, FC_HINTING)
            FcPatternAddBool(pattern, FC_HINTING, 0)
            FcPatternDel(pattern, FC_HINT_STYLE)
            FcPatternAddInteger(pattern, FC_HINT_STYLE, FC_HINT_NONE)
        }
        // "Free with g_object_unref()."
        context = pango_font_map_create_context(map)
        pango_context_set_round_glyph_positions(context, 0)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(context))
        g_object_unref(map)
    }

    static let noFonts = TextError(.noFonts, "This machine has no fonts; install some, such as fonts-dejavu-core.")

    /// Returns the font for a style, before any fallback for missing glyphs.
    func selection(for style: TextItem.Style) throws(TextError) -> Selection {
        let query = Query(family: style.family, weight: style.weight, isItalic: style.isItalic)
        remember(SizedQuery(query: query, size: style.size))
        if let known = selections[query] { return known }
        // Without this, the language of the previous text would affect the selection.
        pango_context_set_language(context, pango_language_from_string("en"))
        // "Free with g_object_unref()."
        let loaded = FontDescription(style).use { pango_font_map_load_font(map, context, $0) }
        guard let font = loaded else { throw Self.noFonts }
        defer { g_object_unref(font) }
        guard let face = face(of: font) else { throw Self.noFonts }
        let families = FontPattern(font).families
        var selection = Selection(face: face)
        if !FamilyName.isGeneric(style.family), !families.contains(where: { FamilyName.isSame($0, style.family) }) {
            selection.substitute = families.first ?? face.family
        }
        selections[query] = selection
        return selection
    }

    /// Adds a font to the cache's record. If the cache is full, discards all fonts to limit memory.
    private func remember(_ font: SizedQuery) {
        if sizes.count >= Self.maximumSizes, !sizes.contains(font) {
            limn_font_map_clear(map)
            sizes.removeAll()
            selections.removeAll()
            faces.removeAll()
        }
        sizes.insert(font)
    }

    /// Returns the face of a Pango font; nil if the font is not in a file.
    func face(of font: UnsafeMutablePointer<PangoFont>) -> FontFace? {
        // "The hb_font_t object associated with the font. It belongs to the font."
        guard let shaper = pango_font_get_hb_font(font), let face = hb_font_get_face(shaper),
            let (file, index) = FontPattern(font).file
        else { return nil }
        let identity = FontFace.Identity(file: file, index: index, variations: Self.variations(of: shaper, face))
        if let known = faces[identity] { return known }
        let made = FontFace(retaining: face, identity: identity)
        faces[identity] = made
        return made
    }

    private static func variations(of font: OpaquePointer, _ face: OpaquePointer) -> [FontFace.Variation] {
        var count = hb_ot_var_get_axis_count(face)
        guard count > 0 else { return [] }
        var axes = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: Int(count))
        hb_ot_var_get_axis_infos(face, 0, &count, &axes)
        var length: UInt32 = 0
        let coordinates = hb_font_get_var_coords_design(font, &length)
        return axes.enumerated().map { index, axis in
            let value = index < Int(length) ? coordinates.map { $0[index] } : nil
            return FontFace.Variation(tag: name(ofTag: axis.tag), value: Double(value ?? axis.default_value))
        }
    }
}

/// Family names that denote a kind of font, such as `serif`.
enum FamilyName {
    private static let generic: Set = [
        "", "sans", "sansserif", "serif", "mono", "monospace", "cursive", "fantasy", "systemui", "emoji", "math",
    ]

    /// Whether fontconfig finds a font for this name on every machine.
    static func isGeneric(_ name: String) -> Bool { generic.contains(plain(name)) }
    /// Whether two names denote the same family. Case, spaces and hyphens are ignored.
    static func isSame(_ a: String, _ b: String) -> Bool { plain(a) == plain(b) }

    private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != " " && $0 != "-" } }
}
