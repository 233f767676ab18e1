// SPDX-License-Identifier: GPL-3.0-or-later

/// The predefined encodings of fonts (ISO 32000-2, annex D), which map codes to code points.
enum BaseEncoding {
    case standard, winANSI, macRoman, pdfDoc

    /// Makes the encoding with a PDF name, without the slash; nil for other names.
    init?(named name: String?) {
        switch name {
        case "StandardEncoding": self = .standard
        case "WinAnsiEncoding": self = .winANSI
        case "MacRomanEncoding": self = .macRoman
        case "PDFDocEncoding": self = .pdfDoc
        default: return nil
        }
    }

    /// The code points by code; nil for unused codes.
    var scalars: [Unicode.Scalar?] {
        let ascii = (0..<128).map { (code: UInt8) in (32...126).contains(code) ? Unicode.Scalar(code) : nil }
        switch self {
        case .winANSI: return ascii + Self.list(Self.winUpper) + Self.latin1(from: 0xa0)
        case .macRoman: return ascii + Self.list(Self.macUpper)
        case .pdfDoc:
            var codes = ascii + Self.list(Self.docUpper) + Self.latin1(from: 0xa1)
            for (code, scalar) in zip(24..., "\u{2d8}\u{2c7}\u{2c6}\u{2d9}\u{2dd}\u{2db}\u{2da}\u{2dc}".unicodeScalars)
            {
                codes[code] = scalar
            }
            codes[0xad] = nil
            return codes
        case .standard:
            var codes = ascii + [Unicode.Scalar?](repeating: nil, count: 33) + Self.list(Self.standardUpper)
            codes[0x27] = "\u{2019}"
            codes[0x60] = "\u{2018}"
            return codes
        }
    }

    /// Codes 128 to 159. Here and below, a hyphen-minus marks an unused code.
    private static let winUpper = "€-‚ƒ„…†‡ˆ‰Š‹Œ-Ž--‘’“”•–—˜™š›œ-žŸ"
    /// Codes 128 to 255. Code 219 is the currency sign, as in PDF, and not the euro that replaced it later.
    private static let macUpper =
        "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
        + "¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄¤‹›\u{fb01}\u{fb02}‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ-ÒÚÛÙı\u{2c6}\u{2dc}\u{af}\u{2d8}\u{2d9}\u{2da}\u{b8}\u{2dd}\u{2db}\u{2c7}"
    /// Codes 128 to 160.
    private static let docUpper = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™\u{fb01}\u{fb02}ŁŒŠŸŽıłœšž-€"
    /// Codes 161 to 255.
    private static let standardUpper =
        "¡¢£⁄¥ƒ§¤'“«‹›\u{fb01}\u{fb02}-–†‡·-¶•‚„”»…‰-¿-`´\u{2c6}\u{2dc}\u{af}\u{2d8}\u{2d9}\u{a8}-\u{2da}\u{b8}-\u{2dd}\u{2db}\u{2c7}—"
        + "----------------Æ-ª----ŁØŒº-----æ---ı--łøœß----"

    private static func list(_ text: String) -> [Unicode.Scalar?] { text.unicodeScalars.map { $0 == "-" ? nil : $0 } }
    private static func latin1(from first: UInt8) -> [Unicode.Scalar?] { (first...255).map { Unicode.Scalar($0) } }
}
