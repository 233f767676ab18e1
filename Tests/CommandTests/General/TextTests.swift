// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// The text that `limn text` prints.
@Suite struct TextTests {
    /// A page of 300 × 200 pt for each content.
    private func pdf(_ contents: [String], page: String = "") -> [UInt8] {
        let kids = contents.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
        let pages = contents.enumerated().flatMap { index, content in
            [
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents \(5 + 2 * index) 0 R"
                    + "/Resources<</Font<</F 3 0 R>>>>\(page)>>",
                listedStream(content),
            ]
        }
        let head = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[\(kids)]/Count \(contents.count)>>",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        ]
        return listedPDF(head + pages)
    }

    private func text(_ name: String, _ shell: Shell) throws -> String {
        String(decoding: try shell.read(name), as: UTF8.self)
    }

    private static let paragraphs =
        "BT /F 20 Tf 20 150 Td (Dark forest) Tj 0 -24 Td (full of wolves) Tj 0 -80 Td (Camp) Tj ET"

    @Test func `Lines, paragraphs and pages are apart`() throws {
        let shell = try Shell([
            "a.pdf": pdf([Self.paragraphs, "BT /F 20 Tf 20 150 Td (Second) Tj ET"]), "b.pdf": pdf([""]),
        ])
        _ = try shell.sh("limn text a.pdf b.pdf > all; limn text a.pdf --pages 2,1 > turned; limn text b.pdf > nothing")
        #expect(try text("all", shell) == "Dark forest\nfull of wolves\n\nCamp\n\u{c}Second\n\u{c}")
        #expect(try text("turned", shell) == "Second\n\u{c}Dark forest\nfull of wolves\n\nCamp\n")
        #expect(try text("nothing", shell) == "")
    }

    @Test(arguments: [0, 90, 180, 270])
    func `Every word has its box on the page as it is shown`(rotation: Int) throws {
        let shell = try Shell(["a.pdf": pdf([Self.paragraphs], page: "/Rotate \(rotation)")])
        let page = try #require(try shell.json("text a.pdf --json").first)
        let isUpright = rotation % 180 == 0
        #expect(page["width"] as? Double == (isUpright ? 300 : 200))
        #expect(page["height"] as? Double == (isUpright ? 200 : 300))
        let words = try #require(page["words"] as? [[String: Any]])
        // In pages that lie on their side, lines are not always found in their order.
        if rotation == 0 {
            #expect(words.map { $0["line"] as? Int } == [1, 1, 2, 2, 2, 3])
            #expect(words.map { $0["block"] as? Int } == [1, 1, 1, 1, 1, 2])
        }
        #expect(
            words.compactMap { $0["text"] as? String }.sorted() == ["Camp", "Dark", "forest", "full", "of", "wolves"])
        let camp = try #require(words.first { $0["text"] as? String == "Camp" }?["rect"] as? [Double])
        // By Helvetica's widths, "Camp" is 53.34 pt wide at 20 pt; its baseline is 46 pt above the lower edge.
        let (x, y) = ((20.0, 73.34), 154.0)
        let (expected, baseline): ((Double, Double), Double) =
            switch rotation {
            case 0: (x, y)
            case 90: (x, 46)
            case 180: ((300 - x.1, 300 - x.0), 46)
            default: ((300 - x.1, 300 - x.0), y)
            }
        let along = isUpright ? (camp[0], camp[2]) : (camp[1], camp[3])
        let across = isUpright ? (camp[1], camp[3]) : (camp[0], camp[2])
        #expect((along.0 - expected.0).magnitude <= 0.5 && (along.1 - expected.1).magnitude <= 0.5, "\(camp)")
        #expect(across.0 < baseline && baseline < across.1 && across.1 - across.0 < 26, "\(camp)")
    }

    @Test func `A terminal gets no control characters`() throws {
        let shell = try Shell(["a.pdf": pdf(["BT /F 20 Tf 20 150 Td (\\033]0;owned\\007 sheet) Tj ET"])])
        _ = try shell.sh("limn text a.pdf > out")
        let told = try text("out", shell)
        #expect(told.contains("sheet"))
        #expect(!told.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
    }

    @Test func `The sheet has the words that other programs find, also the values of its fields`() throws {
        let shell = try Shell(["sheet.pdf": try Documents.sheet()])
        let set = "limn form fill sheet.pdf --set identity.name=Maren -o filled.pdf --quiet"
        _ = try shell.sh("\(set); limn text filled.pdf > own; pdftotext filled.pdf other")
        func words(_ name: String) throws -> [String: Int] {
            Dictionary(
                try text(name, shell).split(whereSeparator: \.isWhitespace).map { (String($0), 1) },
                uniquingKeysWith: +)
        }
        let (own, other) = (try words("own"), try words("other"))
        #expect(own.values.reduce(0, +) > 100 && own["Maren"] == 1)
        let (more, fewer) = (own.filter { other[$0.key] != $0.value }, other.filter { own[$0.key] != $0.value })
        #expect(own == other, "\(more), \(fewer)")
    }

    @Test func `Words of annotations are read if they are seen, also where the annotation has no picture`() throws {
        func shown(_ words: String, _ flags: Int, _ more: String = "") -> String {
            "<</Type/Annot/Subtype/FreeText/F \(flags)/Rect[20 20 200 50]/Contents(\(words))/DA(/Helv 12 Tf 0 g)\(more)>>"
        }
        let annotations = shown("Careful", 4) + shown("Hidden", 2)
        let shell = try Shell(["a.pdf": pdf([Self.paragraphs], page: "/Annots[\(annotations)]")])
        _ = try shell.sh("limn text a.pdf > own")
        #expect(try text("own", shell).contains("Careful"))
        #expect(!(try text("own", shell).contains("Hidden")))
    }

    @Test(arguments: [0, 5, 30_000])
    func `The language and the headings of a tagged document are told`(depth: Int) throws {
        let begins = String(repeating: "/Span BMC /Span <<>> BDC ", count: depth)
        let ends = String(repeating: "EMC EMC ", count: depth)
        let content =
            "/H1 <</MCID 0>> BDC \(begins)BT /F 20 Tf 1 0 0 1 20 150 Tm (Dark forest) Tj ET \(ends)"
            + "BT 1 0 0 1 20 126 Tm (of wolves) Tj ET EMC "
            + "/P <</MCID 1>> BDC BT /F 12 Tf 20 100 Td (They howl.) Tj ET EMC "
            + "/Own /Two BDC BT /F 12 Tf 20 60 Td (Camp) Tj ET EMC"
        let pdf = listedPDF([
            "<</Type/Catalog/Pages 2 0 R/Lang(de-CH)/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R>>",
            "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/StructParents 0/Contents 4 0 R"
                + "/Resources<</Font<</F 5 0 R>>/Properties<</Two<</MCID 2>>>>>>>>",
            listedStream(content), "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
            "<</Type/StructTreeRoot/K 7 0 R/RoleMap<</Own/H2>>/ParentTree<</Nums[0[8 0 R 9 0 R 10 0 R]]>>>>",
            "<</Type/StructElem/S/Document/P 6 0 R/K[8 0 R 9 0 R 10 0 R]>>",
            "<</Type/StructElem/S/H1/P 7 0 R/Pg 3 0 R/K 0>>", "<</Type/StructElem/S/P/P 7 0 R/Pg 3 0 R/K 1>>",
            "<</Type/StructElem/S/Own/P 7 0 R/Pg 3 0 R/K 2>>",
        ])
        let page = try #require(try Shell(["a.pdf": pdf]).json("text a.pdf --json").first)
        #expect(page["language"] as? String == "de-CH")
        #expect(page["text"] as? String == "Dark forest\nof wolves\n\nThey howl.\n\nCamp\n")
        let headings = try #require(page["headings"] as? [[String: Int]])
        #expect(headings == [["block": 1, "level": 1], ["block": 3, "level": 2]])
    }

    @Test func `A language that is none is not told, and a page without tags has no headings`() throws {
        let untagged = listedPDF([
            "<</Type/Catalog/Pages 2 0 R/Lang(no language \\033)>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>",
        ])
        let page = try #require(try Shell(["a.pdf": untagged]).json("text a.pdf --json").first)
        #expect(page["language"] == nil && page["headings"] == nil)
    }

    static let leftward = [
        "שלום עולם, מה שלומכם?", "مرحبا بالعالم", "One שלום עולם two", "שלום 15 big wolves עולם", "סעיף (ב)(4) לחוק",
    ]

    @Test(arguments: leftward)
    func `Text from right to left is read in its order, line by line, with the boxes of its words`(
        typed: String
    ) throws {
        let shell = try Shell(["a.pdf": pdf(["", "BT /F 20 Tf 20 150 Td (Second) Tj ET"])])
        let lines = "\(typed)\n\(typed)"
        _ = try shell.sh(
            "limn item add a.pdf --page 1 --text '\(lines)' --font 'DejaVu Sans' --size 12 --at 20,20 --width 260 -o b.pdf"
        )
        let page = try #require(try shell.json("text b.pdf --pages 1 --json").first)
        let found = try #require(page["words"] as? [[String: Any]])
        let once = typed.split(separator: " ").map(String.init)
        #expect(found.compactMap { $0["text"] as? String } == once + once)
        // The words of a line from the right follow each other to the left.
        let lefts = try found.prefix(once.count).map { try #require($0["rect"] as? [Double])[0] }
        let isLeftward = !typed.hasPrefix("One")
        let (first, last) = (try #require(lefts.first), try #require(lefts.last))
        #expect(isLeftward ? first > last : first < last, "\(lefts)")
    }

    /// Where a link leads on a page of 300 × 200 pt, from its upper edge as it is displayed.
    @Test(arguments: [
        ("", "/XYZ 72 150 0", 50.0), ("/Rotate 90", "/XYZ 72 150 0", 72), ("/Rotate 180", "/XYZ 72 150 0", 150),
        ("/Rotate 270", "/XYZ 72 150 0", 228), ("/UserUnit 2", "/XYZ 72 150 0", 100), ("", "/FitH 150", 50),
        ("/Rotate 90", "/FitV 72", 72), ("/Rotate 90", "/FitH 150", nil), ("", "/Fit", nil),
        ("", "/XYZ null null 0", nil), ("/CropBox[0 0 300 180]", "/XYZ 72 150 0", 30), ("", "/XYZ 0 900 0", 0),
        ("/CropBox[0 20 300 180]", "/XYZ 72 150 0", 30), ("/CropBox[20 30 300 180]/Rotate 90", "/XYZ 72 150 0", 52),
        ("", "/FitR 50 100 150 150", 50), ("/Rotate 180", "/FitR 50 100 150 150", 100),
        ("/Rotate 270", "/FitR 50 100 150 150", 150),
        ("/CropBox[20 30 300 180]/Rotate 180", "/FitR 50 100 150 150", 70),
    ])
    func `A link tells the place on its page, however that is turned`(
        page: String, place: String, top: Double?
    ) throws {
        let link = "/Annots[<</Type/Annot/Subtype/Link/Rect[10 10 60 30]/Dest[1\(place)]>>]"
        let shell = try Shell(["a.pdf": Documents.pdf([(300, 200), (300, 200)], page: page + link)])
        let links = try #require(try shell.json("text a.pdf --pages 1 --json").first?["links"] as? [[String: Any]])
        #expect(links.first?["page"] as? Int == 2, "\(links)")
        #expect(links.first?["top"] as? Double == top, "\(links)")
    }

    @Test func `What cannot be read is told, and the rest is printed`() throws {
        let shell = try Shell(["a.pdf": pdf([Self.paragraphs]), "b.pdf": Array("nothing".utf8)])
        let told = try shell.limn("text b.pdf a.pdf --pages 1")
        #expect(told.contains("[1]") && told.contains("Camp"))
        #expect(try shell.limn("text a.pdf --pages 3").contains("[1]"))
        #expect(try shell.limn("text a.pdf --pages x").contains("[64]"))
    }

    private func marked(_ annotations: String...) throws -> Shell {
        try Shell(["a.pdf": pdf([Self.paragraphs], page: "/Annots[\(annotations.joined())]"), "b.pdf": pdf([""])])
    }

    @Test func `Marks are listed with their words and notes, from the top`() throws {
        let shell = try marked(
            "<</Type/Annot/Subtype/Underline/F 4/Rect[18 35 80 70]/QuadPoints[18 66 80 66 18 42 80 42]/C[1 0 0]>>",
            "<</Type/Annot/Subtype/Highlight/F 4/Rect[18 120 200 170]/C[1 1 0]/T(Maren)/Contents(Not *here*)"
                + "/QuadPoints[72 168 140 168 72 146 140 146 18 144 50 144 18 122 50 122]>>",
            "<</Type/Annot/Subtype/Highlight/F 2/Rect[18 35 80 70]>>")
        _ = try shell.sh("limn marks a.pdf b.pdf > marks.md")
        #expect(
            try text("marks.md", shell)
                == "# a.pdf\n\n## Page 1\n\n- forest full — Not \\*here\\* (Maren)\n- _Camp_\n")
        let found = try shell.json("marks a.pdf --format json")
        #expect(found.map { $0["kind"] as? String } == ["highlight", "underline"])
        #expect(found.map { $0["text"] as? String } == ["forest full", "Camp"])
        #expect(found[0]["color"] as? String == "#ffff00" && found[0]["note"] as? String == "Not *here*")
        let rects = try #require(found[0]["rects"] as? [[Double]])
        #expect(rects == [[72, 32, 140, 54], [18, 56, 50, 78]])
        #expect(try shell.json("marks a.pdf --json").count == 2)
        #expect(try shell.limn("marks missing.pdf").hasSuffix("[1]"))
    }
}
