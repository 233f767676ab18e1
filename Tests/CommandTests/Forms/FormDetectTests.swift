// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// `limn form detect`.
@Suite struct FormDetectTests {
    /// A sheet with a box, a line, a comb, a box to tick and two circles.
    static let content = """
        BT /F 10 Tf 20 262 Td (Name) Tj 0 -40 Td (Level:) Tj 0 -40 Td (Code) Tj 0 -40 Td (     Wounded) Tj \
        0 -40 Td (Size     small        large) Tj ET
        80 255 150 20 re S 60 220 m 200 220 l S
        80 175 12 18 re S 92 175 12 18 re S 104 175 12 18 re S 116 175 12 18 re S
        20 141 9 9 re S
        1 0 0 1 50 106 cm 4 0 m 4 2.2 2.2 4 0 4 c -2.2 4 -4 2.2 -4 0 c -4 -2.2 -2.2 -4 0 -4 c 2.2 -4 4 -2.2 4 0 c S
        1 0 0 1 42 0 cm 4 0 m 4 2.2 2.2 4 0 4 c -2.2 4 -4 2.2 -4 0 c -4 -2.2 -2.2 -4 0 -4 c 2.2 -4 4 -2.2 4 0 c S
        """

    static func sheet(page: String = "", content: String = content) -> [UInt8] {
        listedPDF([
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[4 0 R]/Count 1>>",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 5 0 R/Resources<</Font<</F 3 0 R>>>>\(page)>>",
            listedStream(content),
        ])
    }

    private func fields(_ shell: Shell, _ name: String) throws -> [[String: Any]] {
        try #require(try shell.json("form show \(name) --json").first?["fields"] as? [[String: Any]])
    }

    @Test(arguments: ["", "/Rotate 90", "/Rotate 180", "/Rotate 270", "/UserUnit 2", "/CropBox[5 5 295 295]"])
    func `A flat sheet becomes a form that can be filled at once`(page: String) throws {
        let shell = try Shell(["a.pdf": Self.sheet(page: page)])
        let result = try #require(try shell.json("form detect a.pdf -o b.pdf --json").first)
        #expect(result["status"] as? String == "ok", "\(result)")
        #expect(result["save"] as? String == "append")
        #expect(try shell.read("b.pdf").starts(with: shell.read("a.pdf")))
        #expect(try run(try Requirement.tool("qpdf"), "--check", shell.folder.path("b.pdf")).status == 0)
        let found = try #require(result["fields"] as? [[String: Any]])
        let kinds = Dictionary(found.map { ($0["name"] as? String ?? "", $0["type"] as? String ?? "") }) { a, _ in a }
        #expect(
            kinds == ["name": "text", "level": "text", "code": "text", "wounded": "check", "size": "radio"], "\(found)")
        #expect(found.allSatisfy { $0["made"] as? Bool == true })
        let shown = try fields(shell, "b.pdf")
        #expect(Set(shown.compactMap { $0["name"] as? String }) == Set(kinds.keys))
        #expect(shown.first { $0["name"] as? String == "code" }?["maxLength"] as? Int == 4)
        let done = try shell.json(
            "form fill b.pdf --set name=Maren --set level=3 --set code=AB12 --set wounded=yes --set size=large -o c.pdf --json"
        )
        #expect(done.first?["status"] as? String == "ok", "\(done)")
        #expect(done.first?["filled"] as? Int == 5)
        let text = try run(try Requirement.tool("pdftotext"), shell.folder.path("c.pdf"), "-").text
        #expect(text.contains("Maren"))
    }

    @Test func `The new fields look like nothing until they are filled`() throws {
        let shell = try Shell(["a.pdf": Self.sheet()])
        _ = try shell.sh(
            """
            limn form detect a.pdf -o b.pdf
            pdftocairo -png -singlefile a.pdf a; pdftocairo -png -singlefile b.pdf b
            """)
        #expect(try shell.read("a.png") == shell.read("b.png"))
    }

    @Test func `Fields that are there stay, and their places are not taken twice`() throws {
        let shell = try Shell(["a.pdf": Self.sheet()])
        _ = try shell.sh("limn form detect a.pdf -o b.pdf; limn form fill b.pdf --set name=Maren -o c.pdf")
        expect(
            try shell.limn("form detect c.pdf -o d.pdf"),
            """
            2> limn: c.pdf: No place to write in was found.
            [1]
            """)
        let more = Self.content + " 1 0 0 1 -92 -106 cm 180 30 80 20 re S"
        let shell2 = try Shell(["a.pdf": Self.sheet(content: more)])
        _ = try shell2.sh("limn form detect a.pdf -o b.pdf")
        #expect(try fields(shell2, "b.pdf").count == 6)
    }

    @Test func `Without an output places are listed and nothing is written`() throws {
        let shell = try Shell(["a.pdf": Self.sheet()])
        let listed = try shell.sh("limn form detect a.pdf")
        #expect(listed.contains(/page 1  text  \d+ %  name  \(Name\)/), "\(listed)")
        #expect(try !shell.sh("ls").contains("b.pdf"))
        let result = try #require(try shell.json("form detect a.pdf --json").first)
        #expect((result["fields"] as? [[String: Any]])?.allSatisfy { $0["made"] as? Bool == false } == true)
        #expect(result["output"] is NSNull)
    }

    @Test func `Doubtful places become fields only on request`() throws {
        // No word is near the line.
        let content = "BT /F 10 Tf 20 262 Td (Words) Tj ET 200 100 m 280 100 l S"
        let shell = try Shell(["a.pdf": Self.sheet(content: content)])
        expect(
            try shell.limn("form detect a.pdf -o b.pdf"),
            """
            2> limn: a.pdf: All places are doubtful; --all makes fields of them, too.
            [1]
            """)
        let result = try #require(try shell.json("form detect a.pdf -o b.pdf --json").first)
        #expect(result["messages"] as? [String] == ["All places are doubtful."])
        #expect(try shell.limn("form detect a.pdf --all -o b.pdf").contains("b.pdf  1 field\n"))
    }

    @Test func `Streams, encrypted documents, signed ones and wrong pages`() throws {
        let shell = try Shell(["a.pdf": Self.sheet(), "signed.pdf": Documents.signed, "not.pdf": Array("no".utf8)])
        _ = try shell.sh("qpdf --encrypt '' owner 256 -- a.pdf e.pdf; limn form detect - -o - < a.pdf > s.pdf")
        #expect(try fields(shell, "s.pdf").count == 5)
        let locked = try #require(try shell.json("form detect e.pdf -o f.pdf --json").first)
        #expect(locked["save"] as? String == "append", "\(locked)")
        #expect(try fields(shell, "f.pdf").count == 5)
        for command in [
            "form detect signed.pdf -o x.pdf", "form detect a.pdf -o a.pdf", "form detect a.pdf -p 7",
            "form detect not.pdf -o x.pdf", "form detect a.pdf -o x.pdf --pages nothing",
        ] {
            let done = try shell.limn(command)
            #expect(done.hasPrefix("2> ") && !done.contains("[0]"), "\(command): \(done)")
        }
        #expect(try !shell.sh("ls").contains("x.pdf"))
    }

    @Test func `A form that was made is filled from data of another program by a mapping that is proposed`() throws {
        var content = ""
        for (index, label) in ["Character Name", "Strength", "Armor Class", "Shoe size"].enumerated() {
            let y = 260 - 40 * index
            content += "BT /F 10 Tf 20 \(y) Td (\(label)) Tj ET 120 \(y - 6) 100 20 re S "
        }
        let shell = try Shell([
            "a.pdf": Self.sheet(content: content), "dnd.json": try Project.sample("mappings/dnd-beyond.json"),
            "hero.json": try Project.sample("mappings/examples/dnd-beyond.json"),
        ])
        let transcript = try shell.sh(
            """
            limn form detect a.pdf -o b.pdf --quiet; limn form map b.pdf dnd.json -o mapping.json
            limn form fill b.pdf hero.json --mapping mapping.json -o c.pdf --quiet; limn form map b.pdf dnd.json -o mapping.json --no-clobber
            limn form map a.pdf dnd.json
            """)
        #expect(transcript.contains("characterName  ←  CharacterName\n"), "\(transcript)")
        #expect(transcript.contains("armorClass  ←  AC\n"), "\(transcript)")
        #expect(transcript.contains("mapping.json  3 of 4 fields\n"), "\(transcript)")
        #expect(transcript.contains("a.pdf: The PDF has no form."), "\(transcript)")
        let values = try fields(shell, "c.pdf").map { $0["value"] as? String }
        #expect(values[0]?.isEmpty == false && Int(values[1] ?? "") != nil && Int(values[2] ?? "") != nil, "\(values)")
        #expect(values[3] == nil)
    }
}
