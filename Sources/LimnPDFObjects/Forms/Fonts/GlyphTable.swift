// SPDX-License-Identifier: GPL-3.0-or-later

/// Data about glyphs that needs no font program: the code points of Adobe's glyph names, and the metrics of the
/// standard fonts. The metrics are from Adobe's AFM files; URW's fonts have the same widths.
enum GlyphTable {
    /// A glyph of a standard font.
    struct Glyph {
        var scalar: Unicode.Scalar
        /// The width in 1/1000 em.
        var width: Double
    }

    /// The code points of glyph names.
    private static let scalars: [String: Unicode.Scalar] = {
        var found: [String: Unicode.Scalar] = [:]
        for (table, name, code) in [(others, 0, 1), (zapfDingbats, 1, 2), (symbol, 1, 2), (latin, 0, 1)] {
            for fields in rows(table) {
                if let scalar = scalar(hexadecimal: fields[code]) { found[String(fields[name])] = scalar }
            }
        }
        return found
    }()

    /// The widths of the standard Latin fonts by code point, in the order of the table's columns.
    private static let latinWidths: [Unicode.Scalar: [Double]] = Dictionary(
        rows(latin).compactMap { fields in
            scalar(hexadecimal: fields[1]).map { ($0, fields.dropFirst(2).map { Double($0) ?? 0 }) }
        }, uniquingKeysWith: { a, _ in a })

    /// The widths of the ink of Helvetica's glyphs in em.
    static let inkWidths: [Unicode.Scalar: Double] = Dictionary(
        rows(ink).compactMap { fields in
            scalar(hexadecimal: fields[0]).flatMap { scalar in Double(fields[1]).map { (scalar, $0 / 2048) } }
        }, uniquingKeysWith: { a, _ in a })

    private static let symbolGlyphs = glyphs(symbol)
    private static let zapfGlyphs = glyphs(zapfDingbats)
    private static let symbolWidths = widths(symbolGlyphs)
    private static let zapfWidths = widths(zapfGlyphs)

    /// Returns the character that a glyph name represents: from Adobe's glyph list, or from a name such as `uniXXXX`,
    /// or `uXXXX` to `uXXXXXX`. A suffix after a period is ignored (Adobe Glyph List Specification). Nil for unknown
    /// names.
    static func scalar(named name: String) -> Unicode.Scalar? {
        if let known = scalars[name] { return known }
        let stem = name.prefix { $0 != "." }
        if stem.isEmpty { return nil }
        if stem.count < name.count { return scalar(named: String(stem)) }
        if stem.hasPrefix("uni"), stem.utf8.count == 7 { return scalar(hexadecimal: stem.dropFirst(3)) }
        if stem.hasPrefix("u"), (5...7).contains(stem.utf8.count) { return scalar(hexadecimal: stem.dropFirst()) }
        return nil
    }

    /// Returns the width of a character in a standard font, in 1/1000 em; nil if the font does not have it.
    static func width(of scalar: Unicode.Scalar, in font: StandardFont) -> Double? {
        let column: Int
        switch font {
        case .symbol: return symbolWidths[scalar]
        case .zapfDingbats: return zapfWidths[scalar]
        case .helvetica, .helveticaOblique: column = 0
        case .helveticaBold, .helveticaBoldOblique: column = 1
        case .timesRoman: column = 2
        case .timesBold: column = 3
        case .timesItalic: column = 4
        case .timesBoldItalic: column = 5
        case .courier, .courierBold, .courierOblique, .courierBoldOblique:
            return latinWidths[plain(scalar)].map { _ in 600 }
        }
        return latinWidths[plain(scalar)].flatMap { column < $0.count ? $0[column] : nil }
    }

    /// Returns the built-in encoding of a symbolic standard font; empty for other fonts.
    static func ownEncoding(of font: StandardFont) -> [UInt8: Glyph] {
        switch font {
        case .symbol: symbolGlyphs
        case .zapfDingbats: zapfGlyphs
        default: [:]
        }
    }

    /// Returns the character under which the tables list a glyph, such as a space for a no-break space. Both characters
    /// have the same shape and width.
    static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\u{a0}": " "
        case "\u{ad}": "-"
        case "\u{3bc}": "\u{b5}"
        case "\u{394}": "\u{2206}"
        default: scalar
        }
    }

    private static func glyphs(_ table: String) -> [UInt8: Glyph] {
        var found: [UInt8: Glyph] = [:]
        for fields in rows(table) {
            guard fields.count == 4, let code = UInt8(fields[0], radix: 16), let width = Double(fields[3]),
                let scalar = scalar(hexadecimal: fields[2])
            else { continue }
            found[code] = Glyph(scalar: scalar, width: width)
        }
        return found
    }

    /// Returns the widths by character. If several glyphs represent the same character, the lowest code counts.
    private static func widths(_ glyphs: [UInt8: Glyph]) -> [Unicode.Scalar: Double] {
        Dictionary(glyphs.sorted { $0.key < $1.key }.map { ($1.scalar, $1.width) }) { a, _ in a }
    }

    private static func rows(_ table: String) -> [[Substring]] {
        table.split(separator: ";").map { $0.split { $0 == " " || $0 == "\n" } }.filter { $0.count > 1 }
    }

    private static func scalar(hexadecimal text: Substring) -> Unicode.Scalar? {
        guard text.utf8.allSatisfy({ (48...57).contains($0) || (65...70).contains($0) }) else { return nil }
        return UInt32(text, radix: 16).flatMap { Unicode.Scalar($0) }
    }
}

extension StandardFont {
    /// The bottom and top of the box around all glyphs (/FontBBox), and the depth below the baseline, in 1/1000 em.
    private var vertical: (bottom: Double, top: Double, descent: Double) {
        switch self {
        case .helvetica, .helveticaOblique: (-225, 931, -207)
        case .helveticaBold, .helveticaBoldOblique: (-228, 962, -207)
        case .timesRoman: (-218, 898, -217)
        case .timesBold: (-218, 935, -217)
        case .timesItalic: (-217, 883, -217)
        case .timesBoldItalic: (-218, 921, -217)
        case .courier, .courierOblique: (-250, 805, -157)
        case .courierBold, .courierBoldOblique: (-250, 801, -157)
        case .symbol: (-293, 1010, -293)
        case .zapfDingbats: (-143, 820, -143)
        }
    }

    /// The depth below the baseline in em, negative.
    public var descent: Double { vertical.descent / 1000 }
    /// The height above the baseline in em. As in Acrobat, a line is as high as the box around all glyphs.
    public var ascent: Double { (vertical.top - vertical.bottom + vertical.descent) / 1000 }
    /// Returns the width of a character in em as Acrobat uses it; nil if the font does not have it.
    ///
    /// Acrobat shows Helvetica and Times with Arial and Times New Roman. Their widths are whole multiples of 1/2048 em,
    /// which Acrobat truncates to three decimals.
    func shownWidth(of scalar: Unicode.Scalar) -> Double? {
        guard let width = GlyphTable.width(of: scalar, in: self) else { return nil }
        if isSymbolic { return width / 1000 }
        let units = (width * 2.048).rounded()
        return (units / 2.048 + 1e-9).rounded(.down) / 1000
    }

    /// Returns the width of a character in em; nil if the font does not have it.
    public func width(of scalar: Unicode.Scalar) -> Double? { GlyphTable.width(of: scalar, in: self).map { $0 / 1000 } }

    /// Returns the character of a code in a symbolic font's built-in encoding; nil if there is none.
    public func character(of code: UInt8) -> Character? {
        GlyphTable.ownEncoding(of: self)[code].map { Character($0.scalar) }
    }
}
