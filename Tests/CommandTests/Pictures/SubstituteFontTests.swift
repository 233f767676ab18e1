// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

/// Fonts of this machine stand in for fonts that a PDF lacks.
@Suite struct SubstituteFontTests {
    /// A PDF with one page for each family. The fonts of all pages have the same name, and differ in their family.
    private func pdf(_ families: String...) -> [UInt8] {
        let kids = families.indices.map { "\(3 + 4 * $0) 0 R" }.joined(separator: " ")
        let pages = families.enumerated().flatMap { index, family in
            let page = 3 + 4 * index
            return [
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 40]/Contents \(page + 1) 0 R"
                    + "/Resources<</Font<</F \(page + 2) 0 R>>>>>>",
                listedStream("BT /F 20 Tf 10 10 Td (Ranger) Tj ET"),
                "<</Type/Font/Subtype/TrueType/BaseFont/Sheet/Encoding/WinAnsiEncoding"
                    + "/FontDescriptor \(page + 3) 0 R>>",
                "<</Type/FontDescriptor/FontName/Sheet/FontFamily(\(family))/Flags 32/ItalicAngle 0/Ascent 800"
                    + "/Descent -200/CapHeight 700/StemV 80/FontBBox[0 -200 1000 800]>>",
            ]
        }
        return listedPDF(
            ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[\(kids)]/Count \(families.count)>>"] + pages)
    }

    @Test func `They do not depend on what was drawn before`() throws {
        _ = try Requirement.file("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", of: "fonts-dejavu-core")
        let shell = try Shell([
            "serif.pdf": pdf("DejaVu Serif"), "mono.pdf": pdf("DejaVu Sans Mono"),
            "both.pdf": pdf("DejaVu Serif", "DejaVu Sans Mono"),
        ])
        for arguments in [
            "mono.pdf -o alone", "serif.pdf -o alone", "serif.pdf mono.pdf -o after", "mono.pdf serif.pdf -o before",
            "both.pdf -o both", "both.pdf --pages 1 -o first", "both.pdf --pages 2 -o second",
        ] {
            #expect(try shell.limn("render --jobs 1 \(arguments)").contains("[0]"))
        }
        let (mono, serif) = (try shell.read("alone/mono-1.png"), try shell.read("alone/serif-1.png"))
        #expect(mono != serif)
        #expect(try shell.read("after/mono-1.png") == mono)
        #expect(try shell.read("before/serif-1.png") == serif)
        #expect(try shell.read("both/both-1.png") == shell.read("first/both-1.png"))
        #expect(try shell.read("both/both-2.png") == shell.read("second/both-2.png"))
    }
}
