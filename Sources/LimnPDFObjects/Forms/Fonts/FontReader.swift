// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Reads a font dictionary of a document (ISO 32000-2, 9.6 and 9.7). Malformed values count as absent.
struct FontReader {
    private let dictionary: PDFObject
    private let base: String
    private let descriptor: PDFObject?
    /// The standard font that viewers use if no program is embedded; nil if there is a program, or if a font that is
    /// not a standard font has its own widths.
    private let standard: StandardFont?

    /// The standard font with the most similar name, for missing metrics.
    private let substitute: StandardFont
    private let isEmbedded: Bool

    init(_ dictionary: PDFObject) {
        self.dictionary = dictionary
        let descendant = dictionary["/DescendantFonts"]?.item(0)
        base = dictionary["/BaseFont"]?.name ?? ""
        let descriptor = (descendant ?? dictionary)["/FontDescriptor"].flatMap { $0.isDictionary ? $0 : nil }
        self.descriptor = descriptor
        isEmbedded = ["", "2", "3"].contains { descriptor?["/FontFile" + $0]?.isStream == true }
        substitute = StandardFont(similarTo: base)
        // If a font is neither embedded nor has widths, viewers use the standard font that is most similar.
        standard = isEmbedded ? nil : StandardFont(rawValue: base) ?? (dictionary["/Widths"] == nil ? substitute : nil)
    }

    /// Returns the font for use by a field.
    ///
    /// - Parameters:
    ///   - name: the name in the resources, without the slash.
    ///   - font: the location of the dictionary.
    func font(named name: String, at font: DocumentFont) -> FieldFont {
        let (ascent, descent) = vertical
        var read = FieldFont(
            name: name, font: font, kind: kind, ascent: ascent, descent: descent, codes: [:], widths: [:],
            defaultWidth: 0, isComposite: false)
        read.isEmbedded = isEmbedded && !hasForbiddenEncoding
        switch dictionary["/Subtype"]?.name {
        case "Type0": CompositeFontReader(dictionary).read(into: &read)
        case "Type1", "TrueType", "MMType1": SimpleFontReader(dictionary, descriptor, standard).read(into: &read)
        // The glyphs of Type 3 fonts may be any drawings.
        default: break
        }
        return read
    }

    /// Whether the font is a symbolic TrueType font with an encoding (ISO 14289-1, 7.21.6).
    private var hasForbiddenEncoding: Bool {
        dictionary["/Subtype"]?.name == "TrueType" && (descriptor?["/Flags"]?.int ?? 0) & 4 != 0
            && dictionary["/Encoding"] != nil
    }

    private var kind: FieldFont.Kind {
        var kind = substitute.kind
        guard let flags = descriptor?["/Flags"]?.int else { return kind }
        kind.isFixedPitch = kind.isFixedPitch || flags & 1 != 0
        // Many writers set the serif flag for every font.
        let isPlainSans = StandardFont(similarTo: base).rawValue.hasPrefix("Helvetica") && base.contains("Sans")
        kind.isSerif = kind.isSerif || flags & 2 != 0 && !isPlainSans && !base.contains("Arial")
        kind.isItalic = kind.isItalic || flags & 64 != 0
        kind.isBold = kind.isBold || flags & 1 << 18 != 0 || descriptor?["/FontWeight"]?.number ?? 400 >= 600
        return kind
    }

    /// The ascent and descent in em. They come from the descriptor, or from the standard font if the descriptor has no
    /// plausible values.
    private var vertical: (Double, Double) {
        let ascent = descriptor?["/Ascent"]?.number ?? 0
        // Some writers forget the minus sign.
        let descent = -abs(descriptor?["/Descent"]?.number ?? 0)
        guard ascent > 0, ascent - descent > 100, ascent - descent < 10_000 else {
            return (substitute.ascent, substitute.descent)
        }
        return (ascent / 1000, descent / 1000)
    }
}
