// SPDX-License-Identifier: GPL-3.0-or-later

/// The glyphs in the embedded program of a simple font, as far as they can be determined.
struct EmbeddedGlyphs {
    /// Whether the program is a subset with only some glyphs of the typeface, according to the font's name.
    let isSubset: Bool
    /// The names of all glyphs; nil if they are unknown.
    private var names: Set<String>?
    private var characters: Set<Unicode.Scalar> = []
    private var trueType: TrueTypeGlyphs?

    private static let programLimit = 1 << 24

    init(_ font: PDFObject, _ descriptor: PDFObject?) {
        let letters = (font["/BaseFont"]?.name ?? "").utf8.prefix(7)
        isSubset =
            letters.count == 7 && letters.last == UInt8(ascii: "+")
            && letters.dropLast().allSatisfy { (65...90).contains($0) }
        if isSubset, let list = descriptor?["/CharSet"]?.stringBytes, list.count > 1 {
            names = Set(
                String(decoding: list, as: UTF8.self).split(separator: "/").map {
                    String($0.prefix { !$0.isWhitespace })
                })
        } else if let program = Self.program(descriptor?["/FontFile2"]) {
            trueType = TrueTypeGlyphs(program)
        } else if let file = descriptor?["/FontFile3"], file["/Subtype"]?.isName("/Type1C") == true {
            names = Self.program(file).flatMap { CompactGlyphs.names(in: $0) }
        }
        characters = Set((names ?? []).compactMap { GlyphTable.scalar(named: $0) })
    }

    private static func program(_ stream: PDFObject?) -> [UInt8]? {
        guard let stream, stream.isStream, let data = (try? stream.decodedData()) ?? nil, data.count <= programLimit
        else { return nil }
        return data
    }

    /// Returns whether there is a glyph for a code; true if this is unknown.
    ///
    /// - Parameters:
    ///   - scalar: the character that the code represents.
    ///   - name: the glyph's name if /Differences gives one.
    func has(code: Int, scalar: Unicode.Scalar, name: String?) -> Bool {
        if let names {
            return name.map { names.contains($0) } ?? false || characters.contains(scalar)
                || characters.contains(GlyphTable.plain(scalar))
        }
        return trueType?.has(code: code, scalar: scalar) ?? true
    }
}
