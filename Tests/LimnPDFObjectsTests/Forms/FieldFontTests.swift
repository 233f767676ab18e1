// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import Testing
import TestSupport

@testable import LimnPDFObjects

/// The fonts that fields name.
struct FieldFontTests {
    /// A document whose form has fonts and whose only field is a widget, object 3.
    private static func document(
        _ fonts: String, widget: String = "", more: [String] = []
    ) throws -> (fonts: FieldFonts, widget: PDFObject) {
        let document = try ObjectDocument(
            bytes: listedPDF(
                [
                    "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [3 0 R] /DR << /Font << \(fonts) >> >> >> >>",
                    "<< /Type /Pages /Kids [] /Count 0 >>", "<< /Type /Annot /Subtype /Widget \(widget) >>",
                ] + more))
        return (
            FieldFonts(root: try document.file.root()),
            try document.file.object(ObjectID(number: 3, generation: 0))
        )
    }

    private static func font(_ name: String, _ fonts: String, widget: String = "", more: [String] = []) throws
        -> FieldFont
    {
        var (found, widget) = try document(fonts, widget: widget, more: more)
        return found.font(named: name, of: widget)
    }

    @Test func `The standard fonts measure as Acrobat's do`() {
        let helvetica = FieldFont(.helvetica, named: "Helv")
        #expect(helvetica.ascent == 0.949 && helvetica.descent == -0.207)
        #expect(abs(helvetica.lineHeight - 1.156) < 1e-12)
        #expect(abs(helvetica.width(of: "text") - 1.61) < 1e-12)
        #expect(abs(FieldFont(.helveticaBold, named: "").width(of: "AV@") - 2.363) < 1e-12)
        #expect(abs(FieldFont(.timesRoman, named: "").width(of: "Größe") - 2.498) < 1e-12)
        #expect(abs(FieldFont(.courier, named: "").width(of: "€12") - 1.8) < 1e-12)
        let dingbats = FieldFont(.zapfDingbats, named: "ZaDb")
        #expect(dingbats.ascent == 0.82 && dingbats.descent == -0.143)
        #expect(dingbats.isDingbats && !helvetica.isDingbats)
        let widths = "4lunH8".utf8.map { dingbats.width(ofCode: $0) }
        #expect(widths == [0.846, 0.791, 0.788, 0.761, 0.816, 0.677])
        #expect(dingbats.encoded("✔●") == Array("4l".utf8))
        #expect(FieldFont(.symbol, named: "").encoded("αΩ") == Array("aW".utf8))
    }

    @Test func `A font writes what its encoding has, and nothing else`() throws {
        let win = FieldFont(.helvetica, named: "Helv")
        #expect(win.encoded("Ł") == nil && win.unwritable(in: "aŁb") == "Ł")
        #expect(win.encoded("€ “Größe” – ½") == [128, 32, 147] + [71, 114, 246, 223, 101] + [148, 32, 150, 32, 189])
        #expect(win.encoded("a\u{a0}b\u{ad}c") == [97, 160, 98, 173, 99])
        #expect(win.canWrite("two\nlines") && win.encoded("a\nb\tc") == Array("a b c".utf8))
        let acrobat = try Self.font(
            "Helv",
            """
            /Helv << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences
            [24 /breve /caron 39 /quotesingle 128 /bullet 147 /Lslash /OE 160 /Euro /exclamdown] >> >>
            """)
        #expect(acrobat.encoded("ŁŒ€¡'˘") == [147, 148, 160, 161, 39, 24])
        #expect(abs(acrobat.width(of: "Ł€") - 1.112) < 1e-12)
        let named = try Self.font(
            "F",
            """
            /F << /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Any /FirstChar 65 /LastChar 68 /Widths [500 0 700 800]
            /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [67 /uni0416 /u1F600] >> /FontDescriptor 4 0 R >>
            """,
            more: [
                "<< /Type /FontDescriptor /Ascent 1006 /Descent -325 /Flags 32 /FontFile2 5 0 R >>",
                listedStream("no font program"),
            ])
        // The subset has no width for B, and so no glyph; E is beyond its last code.
        #expect(named.encoded("AЖ😀") == [65, 67, 68])
        #expect(!named.canWrite("B") && !named.canWrite("E"))
        #expect(named.ascent == 1.006 && named.descent == -0.325)
    }

    @Test func `A subset of Type 1 writes the glyphs that it lists`() throws {
        let font = try Self.font(
            "F",
            """
            /F << /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Any /FirstChar 65 /LastChar 67 /Widths [500 600 700]
            /Encoding /WinAnsiEncoding /FontDescriptor << /Type /FontDescriptor /Flags 34 /CharSet (/A/C/space)
            /FontFile 4 0 R >> >>
            """, more: [listedStream("none")])
        #expect(font.canWrite("CA") && !font.canWrite("B"))
        #expect(font.kind.isSerif)
    }

    @Test func `A composite font writes what its map to Unicode tells`() throws {
        let map = """
            1 begincodespacerange <0000> <ffff> endcodespacerange
            2 beginbfchar <0003> <0020> <0010> <00660066> endbfchar
            2 beginbfrange <0024> <0026> <0041> <0030> <0031> [<0416> <d83dde00>] endbfrange
            """
        let font = try Self.font(
            "F",
            """
            /F << /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /ToUnicode 4 0 R
            /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /DW 900 /W [36 [667 668] 48 49 250] >>] >>
            """, more: [listedStream(map)])
        #expect(font.encoded("AC Ж😀") == [0, 36, 0, 38, 0, 3, 0, 48, 0, 49])
        #expect(abs(font.width(of: "ABCЖ") - (0.667 + 0.668 + 0.9 + 0.25)) < 1e-12)
        #expect(!font.canWrite("ﬀ") && !font.canWrite("D"))
        let blind = try Self.font(
            "F", "/F << /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /DW 500 >>] >>")
        #expect(!blind.canWrite("A"))
    }

    @Test func `Scripts whose letters join are left to a text engine`() {
        let font = FieldFont(.helvetica, named: "Helv")
        for text in ["مرحبا", "שלום", "हिन्दी", "ไทย", "a\u{301}b\u{323}"] { #expect(!font.canWrite(text)) }
    }

    @Test func `A font is looked up in the appearance, the field, its parents and the form`() throws {
        let times = "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>"
        let courier = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>"
        func base(_ font: FieldFont) -> Double { font.width(of: "iW") }
        let form = "/F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
        let own = listedStream("", "/Resources << /Font << /F \(courier) >> >>")
        #expect(try base(Self.font("F", form)) == FieldFont(.helvetica, named: "").width(of: "iW"))
        let inherited = try Self.font(
            "F", form, widget: "/Parent 4 0 R", more: ["<< /T (a) /DR << /Font << /F \(times) >> >> >>"])
        #expect(inherited.font == .entry(DocumentObject(number: 4), path: ["/DR", "/Font", "/F"]))
        #expect(base(inherited) == FieldFont(.timesRoman, named: "").width(of: "iW"))
        let nearest = try Self.font(
            "F", form, widget: "/Parent 4 0 R /AP << /N 5 0 R >>",
            more: ["<< /T (a) /DR << /Font << /F \(times) >> >> >>", own])
        #expect(base(nearest) == FieldFont(.courier, named: "").width(of: "iW"))
    }

    @Test(arguments: [
        ("HeBo", StandardFont.helveticaBold), ("TiRo", .timesRoman), ("ZaDb", .zapfDingbats),
        ("Arial,Bold", .helveticaBold),
        ("ABCDEF+TimesNewRomanPS-BoldItalicMT", .timesBoldItalic), ("CourierNew", .courier),
        ("LiberationSans-Italic", .helveticaOblique),
        ("Unknown", .helvetica), ("Courier-Oblique", .courierOblique), ("Symb", .symbol),
    ])
    func `A name that is nowhere means the standard font most like it`(name: String, font: StandardFont) throws {
        let found = try Self.font(name, "")
        #expect(found.font == .standard(font))
        #expect(found.name == name)
    }

    @Test func `A name that needs codes in PDF is replaced in the appearance`() throws {
        let fonts = "/My#20Font << /Type /Font /Subtype /Type1 /BaseFont /Courier >>"
        let font = try Self.font("My Font", fonts)
        #expect(font.name == "LimnOwn")
        #expect(font.font == .entry(DocumentObject(number: 1), path: ["/AcroForm", "/DR", "/Font", "/My Font"]))
    }

    @Test func `A loop of parents ends`() throws {
        let font = try Self.font("F", "", widget: "/Parent 4 0 R", more: ["<< /Parent 3 0 R >>"])
        #expect(font.font == .standard(.helvetica))
    }

    @Test(arguments: [
        ("/Helv 12 Tf 0 g", DefaultAppearance(fontName: "Helv", size: 12, color: [0])),
        ("0.5 g /F1 0 Tf", DefaultAppearance(fontName: "F1", size: 0, color: [0.5])),
        ("1 0 0 rg 0 0 1 rg /A 9 Tf /B 10.5 Tf", DefaultAppearance(fontName: "B", size: 10.5, color: [0, 0, 1])),
        ("0 0 0 1 k /Arial#2cBold -8 Tf", DefaultAppearance(fontName: "Arial,Bold", size: 8, color: [0, 0, 0, 1])),
        ("", DefaultAppearance()), ("12 Tf (", DefaultAppearance()),
        ("/F 1000000000 Tf", DefaultAppearance(fontName: "F", size: 1000)),
        // PDF has no exponents, and a number ends where poppler ends it.
        ("/F 1e9 Tf", DefaultAppearance(fontName: "F")),
        ("/F 12Tf 0.5g", DefaultAppearance(fontName: "F", size: 12, color: [0.5])),
    ])
    func `The last font and the last color of a default appearance count`(text: String, expected: DefaultAppearance) {
        #expect(DefaultAppearance(Array(text.utf8)) == expected)
    }
}
