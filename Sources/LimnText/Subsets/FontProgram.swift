// SPDX-License-Identifier: GPL-3.0-or-later

internal import CHarfBuzz

/// A font program, and the index of each of the face's glyphs in it.
struct FontProgram {
    var bytes: [UInt8]
    var codes: [UInt32: UInt16]

    /// The tables that PDF viewers do not need, because the text is already shaped and codes identify glyphs.
    private static let dropped = [
        "GSUB", "GPOS", "GDEF", "BASE", "JSTF", "MATH", "kern", "kerx", "morx", "mort", "name", "OS/2", "post", "cmap",
        "DSIG", "gasp", "hdmx", "LTSH", "VDMX", "PCLT", "meta", "vhea", "vmtx", "VORG", "COLR", "CPAL", "SVG ", "CBDT",
        "CBLC", "sbix", "EBDT", "EBLC", "FFTM", "STAT",
    ]

    /// Makes a subset without hinting. Its glyphs are renumbered from 0 without gaps.
    static func subset(_ face: FontFace, _ glyphs: [UInt32]) throws(TextError) -> FontProgram {
        guard let input = hb_subset_input_create_or_fail() else { throw damaged(face) }
        defer { hb_subset_input_destroy(input) }
        // Both sets belong to the input.
        let set = hb_subset_input_glyph_set(input)
        for glyph in glyphs { hb_set_add(set, glyph) }
        let drop = hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG)
        for tag in dropped { hb_set_add(drop, fontTag(tag)) }
        hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NO_HINTING.rawValue | HB_SUBSET_FLAGS_DESUBROUTINIZE.rawValue)
        for axis in face.identity.variations {
            _ = hb_subset_input_pin_axis_location(input, face.face, fontTag(axis.tag), Float(axis.value))
        }
        guard let plan = hb_subset_plan_create_or_fail(face.face, input) else { throw damaged(face) }
        defer { hb_subset_plan_destroy(plan) }
        guard let subset = hb_subset_plan_execute_or_fail(plan) else { throw damaged(face) }
        defer { hb_face_destroy(subset) }
        let numbers = hb_subset_plan_old_to_new_glyph_mapping(plan)
        let codes = glyphs.compactMap { glyph in
            UInt16(exactly: hb_map_get(numbers, glyph)).map { (glyph, $0) }
        }
        return FontProgram(
            bytes: bytes(of: subset, isCompact: face.outlines != .trueType),
            codes: Dictionary(uniqueKeysWithValues: codes))
    }

    /// Returns the font with all its glyphs and tables, without the other faces in its file.
    static func whole(_ face: FontFace) -> FontProgram {
        let all = (0..<UInt32(min(face.glyphCount, 65_536))).map { ($0, UInt16($0)) }
        let codes = Dictionary(uniqueKeysWithValues: all)
        if face.outlines != .trueType {
            return FontProgram(bytes: FontTable("CFF ", of: face.face).copy, codes: codes)
        }
        let builder = hb_face_builder_create()!
        defer { hb_face_destroy(builder) }
        var tags = [hb_tag_t](repeating: 0, count: 256)
        var count = UInt32(tags.count)
        hb_face_get_table_tags(face.face, 0, &count, &tags)
        for tag in tags.prefix(Int(count)) {
            let table = hb_face_reference_table(face.face, tag)
            // The builder keeps its own reference.
            hb_face_builder_add_table(builder, tag, table)
            hb_blob_destroy(table)
        }
        return FontProgram(bytes: bytes(of: builder, isCompact: false), codes: codes)
    }

    /// Returns the character ids of glyphs in a CID-keyed face.
    static func characterIDs(of glyphs: [UInt32], in face: FontFace) -> [UInt32: UInt16] {
        CompactFont(FontTable("CFF ", of: face.face), glyphCount: face.glyphCount)?.characterIDs(of: glyphs) ?? [:]
    }

    static func damaged(_ face: FontFace) -> TextError {
        TextError(.damagedFont, "The font \(face.postScriptName) is damaged; choose another one.")
    }

    private static func bytes(of face: OpaquePointer, isCompact: Bool) -> [UInt8] {
        isCompact ? FontTable("CFF ", of: face).copy : FontTable(adopting: hb_face_reference_blob(face)).copy
    }
}
