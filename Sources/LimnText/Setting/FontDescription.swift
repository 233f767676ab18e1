// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPango
internal import LimnInk

/// An owner of a Pango font description.
final class FontDescription {
    private let handle: OpaquePointer

    init(_ style: TextItem.Style) {
        handle = pango_font_description_new()
        // Pango would read a comma as a separator between families, but a style has only one family. Pango never treats
        // the name as a path.
        let family = style.family.unicodeScalars.map { $0 == "," || $0.value < 32 ? " " : Character($0) }
        pango_font_description_set_family(handle, String(family.prefix(200)))
        pango_font_description_set_absolute_size(handle, (style.size * Double(PANGO_SCALE)).rounded())
        pango_font_description_set_weight(handle, PangoWeight(rawValue: UInt32(min(max(style.weight, 100), 1000))))
        pango_font_description_set_style(handle, style.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    }

    deinit { pango_font_description_free(handle) }

    /// Calls `body` with the handle, which is valid until it returns.
    func use<R>(_ body: (OpaquePointer) -> R) -> R { withExtendedLifetime(self) { body(handle) } }
}

/// The fontconfig description of a font that Pango has chosen. The font must outlive it.
struct FontPattern {
    private let handle: OpaquePointer?

    init(_ font: UnsafeMutablePointer<PangoFont>) { handle = limn_font_pattern(font) }

    /// The path of the font file and the index of the face in it.
    var file: (String, Int)? {
        guard let file = text(FC_FILE, 0) else { return nil }
        var index: Int32 = 0
        FcPatternGetInteger(handle, FC_INDEX, 0, &index)
        // The upper 16 bits are the index of a named instance.
        return (file, Int(index & 0xffff))
    }

    /// The names of the family in all languages.
    var families: [String] {
        var names: [String] = []
        while names.count < 64, let name = text(FC_FAMILY, Int32(names.count)) { names.append(name) }
        return names
    }

    var isSyntheticBold: Bool {
        var value: FcBool = 0
        return FcPatternGetBool(handle, FC_EMBOLDEN, 0, &value) == FcResultMatch && value != 0
    }

    /// Whether a matrix slants the font. Bitmap fonts may also have a matrix, which only scales.
    var isSyntheticOblique: Bool {
        var matrix: UnsafeMutablePointer<FcMatrix>?
        guard FcPatternGetMatrix(handle, FC_MATRIX, 0, &matrix) == FcResultMatch, let matrix else { return false }
        return matrix.pointee.xy != 0
    }

    private func text(_ key: String, _ number: Int32) -> String? {
        var value: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(handle, key, number, &value) == FcResultMatch, let value else { return nil }
        return String(cString: value)
    }
}
