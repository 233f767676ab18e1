// SPDX-License-Identifier: GPL-3.0-or-later

/// One of the 14 fonts that every viewer has (ISO 32000-2, 9.6.2.2).
public enum StandardFont: String, Hashable, Sendable, CaseIterable {
    /// `Helv` in Acrobat's forms.
    case helvetica = "Helvetica"
    /// `HeBo` in Acrobat's forms.
    case helveticaBold = "Helvetica-Bold"
    /// `HeOb` in Acrobat's forms.
    case helveticaOblique = "Helvetica-Oblique"
    /// `HeBO` in Acrobat's forms.
    case helveticaBoldOblique = "Helvetica-BoldOblique"
    /// `TiRo` in Acrobat's forms.
    case timesRoman = "Times-Roman"
    /// `TiBo` in Acrobat's forms.
    case timesBold = "Times-Bold"
    /// `TiIt` in Acrobat's forms.
    case timesItalic = "Times-Italic"
    /// `TiBI` in Acrobat's forms.
    case timesBoldItalic = "Times-BoldItalic"
    /// `Cour` in Acrobat's forms.
    case courier = "Courier"
    /// `CoBo` in Acrobat's forms.
    case courierBold = "Courier-Bold"
    /// `CoOb` in Acrobat's forms.
    case courierOblique = "Courier-Oblique"
    /// `CoBO` in Acrobat's forms.
    case courierBoldOblique = "Courier-BoldOblique"
    /// Greek letters and signs, with an encoding of its own; `Symb` in Acrobat's forms.
    case symbol = "Symbol"
    /// Check marks and other ornaments, with an encoding of its own; `ZaDb` in Acrobat's forms.
    case zapfDingbats = "ZapfDingbats"

    /// Whether the font has a built-in encoding and no Latin letters.
    public var isSymbolic: Bool { self == .symbol || self == .zapfDingbats }

    /// The short names that Acrobat uses for these fonts in forms.
    private static let short: [String: StandardFont] = [
        "Helv": .helvetica, "HeBo": .helveticaBold, "HeOb": .helveticaOblique, "HeBO": .helveticaBoldOblique,
        "TiRo": .timesRoman, "TiBo": .timesBold, "TiIt": .timesItalic, "TiBI": .timesBoldItalic, "Cour": .courier,
        "CoBo": .courierBold, "CoOb": .courierOblique, "CoBO": .courierBoldOblique, "Symb": .symbol,
        "ZaDb": .zapfDingbats,
    ]

    /// Makes the font that has exactly this name, either a standard name or one of Acrobat's short names; nil if there
    /// is none.
    public init?(named name: String) {
        guard let font = Self.short[name] ?? StandardFont(rawValue: name) else { return nil }
        self = font
    }

    /// Makes the font most similar to a named font, such as Helvetica-Bold for `ABCDEF+Arial,Bold`. The result is
    /// symbolic only if the name is that of a symbolic font.
    public init(similarTo name: String) {
        if let exact = StandardFont(named: name) {
            self = exact
            return
        }
        let plain = name.lowercased()
        func has(_ words: String...) -> Bool { words.contains { plain.contains($0) } }
        if has("zapf", "dingbat") {
            self = .zapfDingbats
            return
        }
        let isBold = has("bold", "black", "heavy", "demi", "hebo", "tibo", "cobo")
        let isItalic = has("italic", "oblique", "ital")
        let family: Family
        if has("cour", "mono", "typewriter", "consol", "fixed") {
            family = .courier
        } else if has("sans", "helv", "arial", "univers", "verdana", "tahoma", "calibri", "segoe", "myriad") {
            family = .helvetica
        } else if has("times", "serif", "roman", "georgia", "garamond", "minion", "palatino", "book", "cambria", "tiro")
        {
            family = .times
        } else {
            family = .helvetica
        }
        self = family.font(isBold: isBold, isItalic: isItalic)
    }

    /// A family of four fonts.
    enum Family {
        case helvetica, times, courier

        func font(isBold: Bool, isItalic: Bool) -> StandardFont {
            switch (self, isBold, isItalic) {
            case (.helvetica, false, false): .helvetica
            case (.helvetica, true, false): .helveticaBold
            case (.helvetica, false, true): .helveticaOblique
            case (.helvetica, true, true): .helveticaBoldOblique
            case (.times, false, false): .timesRoman
            case (.times, true, false): .timesBold
            case (.times, false, true): .timesItalic
            case (.times, true, true): .timesBoldItalic
            case (.courier, false, false): .courier
            case (.courier, true, false): .courierBold
            case (.courier, false, true): .courierOblique
            case (.courier, true, true): .courierBoldOblique
            }
        }
    }

    /// The font dictionary as PDF text without references. The encoding is WinAnsi, or the built-in encoding of a
    /// symbolic font.
    var dictionary: String {
        "<</Type/Font/Subtype/Type1/BaseFont/\(rawValue)" + (isSymbolic ? ">>" : "/Encoding/WinAnsiEncoding>>")
    }
}
