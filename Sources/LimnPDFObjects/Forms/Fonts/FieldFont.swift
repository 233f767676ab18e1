// SPDX-License-Identifier: GPL-3.0-or-later

/// A font that the document names for a field: what it can write, and how large that is.
public struct FieldFont: Hashable, Sendable {
    /// The kind of a typeface, by which another font is chosen where this one cannot write a text.
    public struct Kind: Hashable, Sendable {
        /// Whether all glyphs have one width.
        public var isFixedPitch: Bool
        /// Whether letters have serifs.
        public var isSerif: Bool
        /// Whether letters are bold.
        public var isBold: Bool
        /// Whether letters are italic or oblique.
        public var isItalic: Bool

        /// Makes a kind; without arguments, that of Helvetica.
        public init(
            isFixedPitch: Bool = false, isSerif: Bool = false, isBold: Bool = false, isItalic: Bool = false
        ) {
            self.isFixedPitch = isFixedPitch
            self.isSerif = isSerif
            self.isBold = isBold
            self.isItalic = isItalic
        }
    }

    /// The name in the resources of an appearance, without slash.
    public var name: String
    /// Where the font is.
    public var font: DocumentFont
    /// The kind of its typeface.
    public var kind: Kind
    /// The height above the baseline in em.
    public var ascent: Double
    /// The depth below the baseline in em, negative.
    public var descent: Double
    /// Whether the document holds the font's program, as PDF/A demands.
    public var isEmbedded = false
    /// The code of each character that the font can write. Codes have two bytes in composite fonts.
    var codes: [Unicode.Scalar: UInt16]
    /// The widths of codes in em.
    var widths: [UInt16: Double]
    /// The width of other codes in em.
    var defaultWidth: Double
    /// Whether codes have two bytes.
    var isComposite: Bool
    /// How wide the ink of codes is, in em; empty where that is not known.
    var inkWidths: [UInt16: Double] = [:]

    /// Whether codes are those of ZapfDingbats, of which the marks of check boxes are glyphs.
    public var isDingbats: Bool { !isComposite && codes["\u{2714}"] == 0x34 && codes["\u{25cf}"] == 0x6c }

    /// The height of a line in em.
    public var lineHeight: Double { ascent - descent }

    /// Whether the font can write every character of a text. Line breaks are no characters; a tab is written as a blank.
    public func canWrite(_ text: String) -> Bool { unwritable(in: text) == nil }

    /// The first character of a text that the font cannot write; nil if there is none.
    ///
    /// Scripts that are written from right to left, join their letters or stack marks are never written: a PDF's
    /// operators show glyphs as they are.
    public func unwritable(in text: String) -> Unicode.Scalar? {
        text.unicodeScalars.first { scalar in
            switch scalar {
            case "\n", "\r": false
            default: Self.needsShaping(scalar) || code(of: scalar) == nil
            }
        }
    }

    /// The bytes of a text in the font's encoding; nil where it cannot write it. Line breaks become blanks.
    public func encoded(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let code = code(of: scalar) else { return nil }
            if isComposite { bytes.append(UInt8(code >> 8)) }
            bytes.append(UInt8(truncatingIfNeeded: code))
        }
        return bytes
    }

    /// The width of a text in em; characters that the font cannot write have none.
    public func width(of text: String) -> Double {
        text.unicodeScalars.reduce(0) { sum, scalar in
            sum + (code(of: scalar).map { widths[$0] ?? defaultWidth } ?? 0)
        }
    }

    /// The width of a text in points at a size. As Acrobat's, whose unit is 1/12000 in, it is the sum of rounded widths.
    public func width(of text: String, size: Double) -> Double {
        let unit = 72.0 / 12_000
        return text.unicodeScalars.reduce(0) { sum, scalar in
            sum + (code(of: scalar).map { ((widths[$0] ?? defaultWidth) * size / unit).rounded() * unit } ?? 0)
        }
    }

    /// The width of a character's ink in points at a size; nil where it is not known.
    public func inkWidth(of character: Character, size: Double) -> Double? {
        let scalars = character.unicodeScalars
        guard scalars.count == 1, let code = scalars.first.flatMap(code) else { return nil }
        return inkWidths[code].map { $0 * size }
    }

    /// The width in em of a code of one byte; nil if the font does not have it.
    public func width(ofCode code: UInt8) -> Double? { widths[UInt16(code)] }

    private func code(of scalar: Unicode.Scalar) -> UInt16? {
        switch scalar {
        case "\n", "\r", "\t": codes[" "]
        default: codes[scalar]
        }
    }

    /// Whether a character is part of a script whose glyphs depend on their neighbours.
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
    /// A standard font with the encoding WinAnsi, or its own, that documents need not embed.
    ///
    /// - Parameter name: in the resources of an appearance, without slash.
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

    /// Notes how wide the ink of Helvetica's glyphs is.
    mutating func setHelveticaInk() {
        for (scalar, code) in codes { inkWidths[code] = GlyphTable.inkWidths[scalar] }
    }

    /// Characters that fonts draw with the glyph of another one.
    private static let aliases: [(Unicode.Scalar, Unicode.Scalar)] = [
        ("\u{a0}", " "), ("\u{ad}", "-"), ("\u{3bc}", "\u{b5}"), ("\u{b5}", "\u{3bc}"), ("\u{394}", "\u{2206}"),
        ("\u{3a9}", "\u{2126}"), ("\u{2126}", "\u{3a9}"), ("\u{2206}", "\u{394}"),
    ]

    /// Gives characters without a code that of one that looks alike.
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
