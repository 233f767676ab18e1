// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnPDFRendering
import Testing

@Suite struct PageTests {
    @Test func `The displayed size follows CropBox, rotation and user unit`() throws {
        let crop = "/MediaBox[0 0 200 300]/CropBox[20 30 120 280]"
        for (entries, unit, width, height) in [
            ("/MediaBox[0 0 200 300]", 1.0, 200.0, 300.0), (crop, 1, 100, 250), (crop + "/Rotate 90", 1, 250, 100),
            (crop + "/Rotate 180", 1, 100, 250), (crop + "/UserUnit 2", 2, 200, 500),
        ] {
            let document = try PDFDocument(bytes: SmallPDF.sheet(entries).bytes)
            let page = try document.page(1, userUnit: unit)
            #expect(page.size == Size(width: width, height: height))
        }
        let page = try PDFDocument(bytes: SmallPDF.sheet(crop).bytes).page(1)
        #expect(page.cropBox == Rect(x0: 20, y0: 30, x1: 120, y1: 280))
    }

    @Test(arguments: [0, 90, 180, 270]) func `Words end where a line or a column ends, however the page is turned`(
        degrees: Int
    ) throws {
        let places = [
            ("storm", 20, 250), ("rope map", 20, 228), ("ring", 20, 206), ("cloak", 120, 250), ("torch", 120, 228),
            ("silver rune", 120, 206),
        ]
        let content = places.map { "BT /F 8 Tf \($1) \($2) Td (\($0)) Tj ET" }.joined(separator: "\n")
        let page = "/MediaBox[0 0 200 300]/Rotate \(degrees)"
        let words = try PDFDocument(bytes: SmallPDF.pages([page], content: content).bytes).page(1).words(limit: 100)
        #expect(
            words.map(\.text).sorted() == ["cloak", "map", "ring", "rope", "rune", "silver", "storm", "torch"])
        #expect(words.allSatisfy { min($0.box.width, $0.box.height) < 12 && max($0.box.width, $0.box.height) < 30 })
    }

    /// A page whose font shows Hebrew and Arabic text for Latin letters.
    private func page(_ letters: [String: String], showing text: String) throws -> PDFPage {
        let mapping = letters.map { "<\($0)> <\($1)>" }.joined(separator: "\n")
        let map =
            "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange "
            + "\(letters.count) beginbfchar \(mapping) endbfchar endcmap"
        var pdf = SmallPDF.pages(
            ["/MediaBox[0 0 200 300]"], content: "BT /F 10 Tf 20 100 Td (\(text)) Tj ET", more: [SmallPDF.stream(map)])
        pdf.objects[3] = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>"
        return try PDFDocument(bytes: pdf.bytes).page(1)
    }

    @Test func `Letters lie where they are read, also in words of both directions`() throws {
        // A Hebrew letter is written to the right of a number.
        let word = try #require(try page(["41": "05D1"], showing: "2024-A").words(limit: 9).first)
        #expect(word.text == "ב-2024")
        #expect(word.turn == 0)
        let wanted = [52.24, 45.57, 45.57, 42.24, 20, 25.56, 25.56, 31.12, 31.12, 36.68, 36.68, 42.24]
        #expect(word.edges.count == wanted.count)
        #expect(zip(word.edges, wanted).allSatisfy { ($0 - $1).magnitude < 0.1 }, "\(word.edges)")
    }

    @Test func `Digits of scripts from the right run from the left, as all digits do`() throws {
        let word = try #require(
            try page(["41": "0660", "42": "0662"], showing: "BAB").words(limit: 9).first)
        #expect(word.text == "٢٠٢")
        #expect(word.turn == 0)
        #expect(word.edges.first.map { ($0 - 20).magnitude < 0.1 } == true, "\(word.edges)")
    }

    @Test func `Text, title and labels are read`() throws {
        let box = "/MediaBox[0 0 200 300]"
        var pdf = SmallPDF.pages(
            [box, box, box], content: SmallPDF.sheetContent,
            catalog: "/PageLabels<</Nums[0<</S/r>>2<</S/D/St 1>>]>>", more: ["<</Title<FEFF00C4>>>"])
        pdf.trailer = "/Info 8 0 R"
        let document = try PDFDocument(bytes: pdf.bytes)
        #expect(document.title == "Ä")
        #expect(try (1...3).map { try document.page($0).label } == ["i", "ii", "1"])
        #expect(try document.page(2).text == "Ink on pages")
        #expect(try PDFDocument(bytes: SmallPDF.sheet().bytes).title == nil)
    }

    @Test func `Form fields of the page are counted`() throws {
        let field = "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 100 90 120]/F 4/P 5 0 R>>"
        let pdf = SmallPDF.pages(
            ["/MediaBox[0 0 200 300]/Annots[6 0 R]"], content: "", catalog: "/AcroForm<</Fields[6 0 R]>>",
            more: [field])
        #expect(try PDFDocument(bytes: pdf.bytes).page(1).formFieldCount == 1)
        #expect(try PDFDocument(bytes: SmallPDF.sheet().bytes).page(1).formFieldCount == 0)
    }

    @Test func `A page outlives the caller's hold on its document`() throws {
        let page = try PDFDocument(bytes: SmallPDF.sheet().bytes).page(1)
        #expect(page.text == "Ink on pages")
    }
}
