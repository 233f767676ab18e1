// SPDX-License-Identifier: GPL-3.0-or-later

/// A font that a document uses for a field: the characters that it can show, and their metrics.
public struct FieldFont: Hashable, Sendable {
    /// The kind of a typeface. It determines the substitute if this font cannot show a text.
    public struct Kind: Hashable, Sendable {
        /// Whether all glyphs have one width.
        public var isFixedPitch: Bool
        /// Whether letters have serifs.
        public var isSerif: Bool
        /// Whether letters are bold.
        public var isBold: Bool
        /// Whether letters are italic or oblique.
        public var isItalic: Bool

        /// Makes a kind. The default values are those of Helvetica.
        public init(
            isFixedPitch: Bool = false, isSerif: Bool = false, isBold: Bool = false, isItalic: Bool = false
        ) {
            self.isFixedPitch = isFixedPitch
            self.isSerif = isSerif
            self.isBold = isBold
            self.isItalic = isItalic
        }
    }

    /// The name in the resources of an appearance, without the slash.
    public var name: String
    /// The location of the font.
    public var font: DocumentFont
    /// The kind of its typeface.
    public var kind: Kind
    /// The height above the baseline in em.
    public var ascent: Double
    /// The depth below the baseline in em, negative.
    public var descent: Double
    /// Whether the document contains the font program, and describes it as PDF/A and PDF/UA require.
    public var isEmbedded = false
    /// The code of each character that the font can show. Codes of composite fonts have two bytes.
    var codes: [Unicode.Scalar: UInt16]
    /// The widths of codes in em.
    var widths: [UInt16: Double]
    /// The width of other codes in em.
    var defaultWidth: Double
    /// Whether codes have two bytes.
    var isComposite: Bool
    /// The widths of the ink of codes in em; empty if they are unknown.
    var inkWidths: [UInt16: Double] = [:]

    /// Whether the codes are those of ZapfDingbats, whose glyphs include the marks of check boxes.
    public var isDingbats: Bool { !isComposite && codes["\u{2714}"] == 0x34 && codes["\u{25cf}"] == 0x6c }

    /// The height of a line in em.
    public var lineHeight: Double { ascent - descent }

    /// Returns whether the font can show every character of a text. Line breaks are ignored, and a tab is shown as a
    /// space.
    public func canWrite(_ text: String) -> Bool { unwritable(in: text) == nil }

    /// Returns the first character of a text that the font cannot show; nil if there is none.
    ///
    /// Characters of scripts that run from right to left, join letters or stack marks never count as showable, because
    /// PDF operators show glyphs without shaping.
    public func unwritable(in text: String) -> Unicode.Scalar? {
        text.unicodeScalars.first { scalar in
            switch scalar {
            case "\n", "\r": false
            default: Self.needsShaping(scalar) || code(of: scalar) == nil
            }
        }
    }

    /// Returns the bytes of a text in the font's encoding; nil if the font cannot show it. Line breaks and tabs become
    /// spaces.
    public func encoded(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let code = code(of: scalar) else { return nil }
            if isComposite { bytes.append(UInt8(code >> 8)) }
            bytes.append(UInt8(truncatingIfNeeded: code))
        }
        return bytes
    }

    /// Returns the width of a text in em. Characters that the font cannot show have no width.
    public func width(of text: String) -> Double {
        text.unicodeScalars.reduce(0) { sum, scalar in
            sum + (code(of: scalar).map { widths[$0] ?? defaultWidth } ?? 0)
        }
    }

    /// Returns the width of a text in points at a font size. Like Acrobat, it rounds the width of each character to
    /// 1/12000 in.
    ///
    /// - Parameters:
    ///   - text: the text on one line.
    ///   - size: the font size in points.
    public func width(of text: String, size: Double) -> Double {
        let unit = 72.0 / 12_000
        return text.unicodeScalars.reduce(0) { sum, scalar in
            sum + (code(of: scalar).map { ((widths[$0] ?? defaultWidth) * size / unit).rounded() * unit } ?? 0)
        }
    }

    /// Returns the width of a character's ink in points at a font size; nil if it is unknown.
    ///
    /// - Parameters:
    ///   - character: the character.
    ///   - size: the font size in points.
    public func inkWidth(of character: Character, size: Double) -> Double? {
        let scalars = character.unicodeScalars
        guard scalars.count == 1, let code = scalars.first.flatMap(code) else { return nil }
        return inkWidths[code].map { $0 * size }
    }

    /// Returns the width in em of a one-byte code; nil if the font does not have it.
    public func width(ofCode code: UInt8) -> Double? { widths[UInt16(code)] }

    private func code(of scalar: Unicode.Scalar) -> UInt16? {
        switch scalar {
        case "\n", "\r", "\t": codes[" "]
        default: codes[scalar]
        }
    }

    /// Returns whether a character belongs to a script whose glyphs depend on their neighbors.
    private static func needsShaping(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036f, 0x0590...0x08ff, 0x0900...0x0fff, 0x1000...0x109f, 0x1100...0x11ff, 0x1680...0x1cff,
            0x1dc0...0x1dff, 0x200c...0x200f, 0x202a...0x202e, 0x2066...0x2069, 0xa800...0xabff, 0xd7b0...0xd7ff,
            0xfb1d...0xfdff, 0xfe00...0xfe0f, 0xfe20...0xfe2f, 0xfe70...0xfefe, 0x10800...0x11fff, 0x1e800...0x1efff:
            true
        default: false
        }
    }
}

extension FieldFont {
    /// Makes a standard font, which need not be embedded. Its encoding is WinAnsi, or the built-in encoding of a
    /// symbolic font.
    ///
    /// - Parameter name: the name in the resources of an appearance, without the slash.
    public init(_ standard: StandardFont, named name: String) {
        var codes: [Unicode.Scalar: UInt16] = [:]
        var widths: [UInt16: Double] = [:]
        if standard.isSymbolic {
            for (code, glyph) in GlyphTable.ownEncoding(of: standard).sorted(by: { $0.key < $1.key }) {
                if codes[glyph.scalar] == nil { codes[glyph.scalar] = UInt16(code) }
                widths[UInt16(code)] = glyph.width / 1000
            }
        } else {
            for (code, scalar) in BaseEncoding.winANSI.scalars.enumerated() {
                guard let scalar, let width = standard.shownWidth(of: scalar) else { continue }
                codes[scalar] = UInt16(clamping: code)
                widths[UInt16(clamping: code)] = width
            }
        }
        self.init(
            name: name, font: .standard(standard), kind: standard.kind, ascent: standard.ascent,
            descent: standard.descent, codes: codes, widths: widths, defaultWidth: 0, isComposite: false)
        if standard == .helvetica { setHelveticaInk() }
        addAliases()
    }

    /// Sets the widths of the ink of Helvetica's glyphs.
    mutating func setHelveticaInk() {
        for (scalar, code) in codes { inkWidths[code] = GlyphTable.inkWidths[scalar] }
    }

    /// Characters that can be drawn with the glyph of another character.
    private static let aliases: [(Unicode.Scalar, Unicode.Scalar)] = [
        ("\u{a0}", " "), ("\u{ad}", "-"), ("\u{3bc}", "\u{b5}"), ("\u{b5}", "\u{3bc}"), ("\u{394}", "\u{2206}"),
        ("\u{3a9}", "\u{2126}"), ("\u{2126}", "\u{3a9}"), ("\u{2206}", "\u{394}"),
    ]

    /// Gives characters without a code the code of a character that looks the same.
    mutating func addAliases() {
        for (scalar, alias) in Self.aliases where codes[scalar] == nil { codes[scalar] = codes[alias] }
    }
}

extension StandardFont {
    /// The kind of the typeface.
    var kind: FieldFont.Kind {
        FieldFont.Kind(
            isFixedPitch: rawValue.hasPrefix("Courier"),
            isSerif: rawValue.hasPrefix("Times"), isBold: rawValue.contains("Bold"),
            isItalic: rawValue.contains("Italic") || rawValue.contains("Oblique"))
    }
}
