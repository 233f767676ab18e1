// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

/// Filled PDFs that come back as characters.
@Suite struct CharacterImportTests {
    /// A character with values and handwriting on the sample sheet.
    private func mia() throws -> LibraryShell {
        let shell = try LibraryExportTests.mia()
        _ = try shell.limn("character fill Mia --set identity.name=Maren --set vitals.wound.3=1 --set purse.gold=417")
        return shell
    }

    /// The values of all fields of a character, as a dictionary of texts.
    private func values(_ shell: LibraryShell, _ name: String, library: String = "lib") throws -> [String: String] {
        let form = try #require(try shell.json("character values \(name)", library: library).first)
        let fields = try #require(form["fields"] as? [[String: Any]])
        return Dictionary(
            fields.compactMap { field in
                (field["name"] as? String).map { ($0, "\(field["values"] ?? field["value"] ?? "")") }
            }, uniquingKeysWith: { $1 })
    }

    /// The colors of the portrait's button in the export of a character, in another program.
    private func portrait(_ shell: LibraryShell, _ name: String, library: String = "lib") throws -> [[Int]] {
        let made = try shell.limn("export \(name) -o shown.pdf", library: library)
        #expect(made.contains("+shown.pdf"), "\(made)")
        let picture = try Engine.mupdf.draw(shell.shell.folder.path("shown.pdf"), dpi: 72)
        _ = try shell.shell.sh("rm shown.pdf")
        return (50..<180).flatMap { y in
            (40..<160).map { x in [Int(picture[x, y].0), Int(picture[x, y].1), Int(picture[x, y].2)] }
        }
    }

    /// Whether the pages of two characters look the same. The ink in an export is rounded by less than one sees.
    private func isDrawnAlike(_ shell: LibraryShell, _ one: String, _ other: String) throws -> Bool {
        _ = try shell.limn("render \(one) --dpi 50 -o drawn-one")
        _ = try shell.limn("render \(other) --dpi 50 -o drawn-other")
        return try (1...2).allSatisfy { page in
            let pictures = try ["drawn-one/\(one)", "drawn-other/\(other)"].map {
                try DecodedPicture(try shell.shell.read("\($0)-\(page).png"))
            }
            guard pictures[0].mode == pictures[1].mode, pictures[0].bytes.count == pictures[1].bytes.count else {
                return false
            }
            return zip(pictures[0].bytes, pictures[1].bytes).allSatisfy { abs(Int($0) - Int($1)) <= 16 }
        }
    }

    @Test(arguments: ["overlay", "annotate"])
    func `An export comes back on its template, with its ink and its values`(mode: String) throws {
        let shell = try mia()
        _ = try shell.limn("export Mia -o out.pdf --mode \(mode)")
        let made = try #require(try shell.json("character import out.pdf --name Maren").first)
        #expect(made["templateWasThere"] as? Bool == true && made["templateName"] as? String == "sheet", "\(made)")
        #expect(made["pages"] as? [Int] == [1, 2] && made["values"] as? Int == 3)
        #expect(try shell.strokes(of: "Maren") == shell.strokes(of: "Mia"))
        #expect(try values(shell, "Maren") == values(shell, "Mia"))
        #expect(try shell.json("template list").count == 1)
        #expect(try isDrawnAlike(shell, "Mia", "Maren"))
    }

    @Test func `A library without the template gets it, without ink and values`() throws {
        let shell = try mia()
        _ = try shell.limn("export Mia -o out.pdf")
        let made = try #require(try shell.json("character import out.pdf", library: "other").first)
        #expect(made["templateWasThere"] as? Bool == false && made["name"] as? String == "out", "\(made)")
        #expect(try shell.strokes(of: "out", library: "other") == shell.strokes(of: "Mia"))
        #expect(try values(shell, "out", library: "other") == values(shell, "Mia"))
        let twin = try #require(try shell.json("character import out.pdf --name Twin", library: "other").first)
        #expect(twin["templateWasThere"] as? Bool == true && twin["template"] as? String == made["template"] as? String)
        // The template is blank: another character of it has nothing.
        _ = try shell.limn("character create Blank --template out", library: "other")
        #expect(try values(shell, "Blank", library: "other")["identity.name"]?.contains("Maren") == false)
        #expect(try shell.strokes(of: "Blank", library: "other").isEmpty)
        // Nor does its file keep what somebody had written: it has no earlier state, and the value is in none of its objects.
        let hash = try #require(try shell.json("template show out", library: "other").first?["hash"] as? String)
        let (blob, plain) = (shell.shell.folder.path("other/blobs/\(hash)"), shell.shell.folder.path("plain.pdf"))
        let qpdf = try Requirement.tool("qpdf")
        #expect(try run(qpdf, "--qdf", "--object-streams=disable", blob, plain).status == 0)
        let contents = try [blob, plain].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        let end = Data("%%EOF".utf8)
        #expect(contents[0].range(of: end) == contents[0].range(of: end, options: .backwards))
        #expect(contents[1].range(of: Data("Maren".utf8)) == nil)
        #expect(contents[1].range(of: Data("identity".utf8)) != nil)
        // Exports of exports, with ink upon ink, are on the same template.
        _ = try shell.limn("character draw out a.xopp --page 1", library: "other")
        _ = try shell.limn("export out -o again.pdf", library: "other")
        let again = try #require(try shell.json("character import again.pdf", library: "other").first)
        #expect(again["templateWasThere"] as? Bool == true && again["templateName"] as? String == "out", "\(again)")
    }

    @Test func `Ink upon ink of several exports comes back in their order`() throws {
        let shell = try mia()
        _ = try shell.shell.limn("flatten sheet.pdf a.xopp -o one.pdf")
        _ = try shell.shell.limn("item add one.pdf -o two.pdf --page 2 --text Later --at 99,99")
        _ = try shell.shell.limn("item add two.pdf -o three.pdf --page 2 --text Last --at 99,199")
        let made = try #require(try shell.json("character import three.pdf").first)
        #expect(made["templateName"] as? String == "sheet" && made["pages"] as? [Int] == [1, 2], "\(made)")
        #expect(try shell.strokes(of: "three") == shell.strokes(of: "Mia"))
        #expect(try shell.json("character item list three").compactMap { $0["text"] as? String } == ["Later", "Last"])
    }

    @Test func `An export that was rewritten needs the name of its template`() throws {
        let shell = try mia()
        _ = try shell.limn("export Mia -o out.pdf --save rewrite")
        expect(
            try shell.limn("character import out.pdf"),
            """
            2> limn: out.pdf: This export was not saved by appending, so its pages without the ink are lost. Name its template with --template.
            [1]
            """)
        #expect(try shell.json("character list").count == 1)
        #expect(try shell.json("template list").count == 1)
        let made = try #require(try shell.json("character import out.pdf --template sheet").first)
        #expect(made["values"] as? Int == 3, "\(made)")
        #expect(try shell.strokes(of: "out") == shell.strokes(of: "Mia"))
        #expect(try isDrawnAlike(shell, "Mia", "out"))
        _ = try shell.limn("template import map.pdf")
        #expect(
            try shell.limn("character import out.pdf --template map").contains(
                "It has 2 pages, and the template “map” has 1."))
    }

    /// The picture that a character has in a field; nil for none.
    private func picture(_ shell: LibraryShell, _ name: String, library: String = "lib") throws -> String? {
        let given = try shell.json("character values \(name)", library: library).first?["given"] as? [String: Any]
        return (given?["portrait"] as? [String: String])?["picture"]
    }

    @Test func `A portrait comes back in its button, and its template has none`() throws {
        let shell = try LibraryShell.withMia([
            "face.png": try Project.sample("portrait.png"), "form.pdf": try PortraitForm.bytes(),
        ])
        _ = try shell.limn("template import form.pdf --name form")
        _ = try shell.limn("character create Ole --template form")
        _ = try shell.limn("character fill Ole --set portrait=@face.png")
        _ = try shell.limn("export Ole -o out.pdf")
        let made = try #require(try shell.json("character import out.pdf --name Back").first)
        #expect(made["templateName"] as? String == "form" && made["values"] as? Int == 1, "\(made)")
        #expect(try picture(shell, "Back") != nil)
        let drawn = try portrait(shell, "Ole")
        #expect(drawn.contains { $0[0] < 150 })
        #expect(try portrait(shell, "Back") == drawn)
        // Where nobody knows the template, it is made without the portrait.
        _ = try shell.limn("character import out.pdf --name Guest", library: "other")
        #expect(try picture(shell, "Guest", library: "other") != nil)
        _ = try shell.limn("character create Blank --template out", library: "other")
        #expect(try picture(shell, "Blank", library: "other") == nil)
        #expect(try portrait(shell, "Guest", library: "other") == drawn)
        #expect(try portrait(shell, "Blank", library: "other").allSatisfy { $0 == [255, 255, 255] })
    }

    /// A sheet with a button that another program gave a picture: as its icon, below a frame.
    private static func portrait(action: String = "") -> [UInt8] {
        func stream(_ entries: String, _ content: String) -> String {
            "<<\(entries)/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
        }
        let icon = stream(
            "/Subtype/Form/BBox[0 0 2 2]/Resources<</XObject<</Im 7 0 R>>>>", "q 2 0 0 2 0 0 cm /Im Do Q")
        let image = stream(
            "/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/ASCIIHexDecode",
            "ff0000 00ff00 0000ff ffff00>")
        let shown = stream(
            "/Subtype/Form/BBox[0 0 120 120]/Resources<</XObject<</Im 6 0 R>>>>",
            "1 0 0 RG 0 0 120 120 re S q 59 0 0 59 1 1 cm /Im Do Q")
        return Documents.pdf(
            [(200, 200)], catalog: "/AcroForm<</Fields[5 0 R]/DA(/Helv 0 Tf 0 g)>>", page: "/Annots[5 0 R]",
            objects: [
                "<</Type/Annot/Subtype/Widget/F 4/FT/Btn/Ff 65536/T(portrait)/MK<</TP 1/I 6 0 R>>/Rect[40 20 160 140]"
                    + "\(action)/AP<</N 8 0 R>>>>", icon, image, shown,
            ])
    }

    @Test(arguments: [
        ("", true), ("/A<</S/JavaScript/JS(event.target.buttonImportIcon\\(\\);)>>", true),
        ("/A<</S/URI/URI(https://example.org)>>", false),
    ])
    func `A picture that another program put into a button is the character's, if it was chosen`(
        action: String, isChosen: Bool
    ) throws {
        let shell = try LibraryShell.withMia(["other.pdf": Self.portrait(action: action)])
        _ = try shell.limn("character import other.pdf --name Ole")
        #expect(try (picture(shell, "Ole") != nil) == isChosen)
        // Red is the picture's first color, and it is in the button, whoever has it.
        #expect(try portrait(shell, "Ole").contains([255, 0, 0]))
    }

    @Test func `Thousands of pictures in buttons are no reason to refuse a document`() throws {
        // Icons that are pictures, icons that are drawings, and long names.
        let count = 2000
        let references = (5..<5 + count).map { "\($0) 0 R" }.joined(separator: " ")
        let (picture, drawing) = (5 + count, 7 + count)
        let buttons = (0..<count).map { index in
            let name = "portrait\(index)" + String(repeating: "x", count: index % 100 == 0 ? 2000 : 0)
            return "<</Type/Annot/Subtype/Widget/F 4/FT/Btn/Ff 65536/T(\(name))/Rect[40 20 160 140]"
                + "/MK<</TP 1/I \(index % 2 == 0 ? picture : drawing) 0 R>>>>"
        }
        func stream(_ entries: String, _ content: String) -> String {
            "<<\(entries)/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
        }
        let form = Documents.pdf(
            [(200, 200)], catalog: "/AcroForm<</Fields[\(references)]/DA(/Helv 0 Tf 0 g)>>",
            page: "/Annots[\(references)]",
            objects: buttons + [
                stream(
                    "/Subtype/Form/BBox[0 0 2 2]/Resources<</XObject<</Im \(picture + 1) 0 R>>>>",
                    "q 2 0 0 2 0 0 cm /Im Do Q"),
                stream(
                    "/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/ASCIIHexDecode",
                    "ff0000>"),
                stream("/Subtype/Form/BBox[0 0 2 2]", "0 0 1 1 re f"),
            ])
        let shell = try LibraryShell.withMia(["many.pdf": form])
        let made = try #require(try shell.json("character import many.pdf --name Ole").first)
        #expect((made["values"] as? Int ?? 0) > 100, "\(made)")
        let told = try #require(made["messages"] as? [String])
        #expect((1...25).contains(told.count) && told.allSatisfy { $0.utf8.count < 300 }, "\(told)")
    }

    @Test func `A form that another program filled in comes with its values`() throws {
        let shell = try LibraryShell.withMia()
        _ = try shell.shell.limn("form fill sheet.pdf -o filled.pdf --set identity.name=Ole --set vitals.wound.3=1")
        let path = shell.shell.folder.path("other.pdf")
        #expect(
            try run(try Requirement.tool("qpdf"), "--linearize", shell.shell.folder.path("filled.pdf"), path).status
                == 0)
        let own = try #require(try shell.json("character import other.pdf").first)
        #expect(own["templateWasThere"] as? Bool == false && own["templateName"] as? String == "other", "\(own)")
        let here = try #require(try shell.json("character import other.pdf --name Ole --template sheet").first)
        #expect(here["values"] as? Int == 2 && here["templateName"] as? String == "sheet", "\(here)")
        #expect(try values(shell, "Ole") == values(shell, "other"))
        #expect(try values(shell, "Ole")["identity.name"]?.contains("Ole") == true)
    }

    @Test func `What is no filled PDF leaves the library as it is, and the others are imported`() throws {
        let shell = try mia()
        _ = try shell.limn("export Mia -o out.pdf")
        try shell.shell.write("noise.pdf", Array("no PDF".utf8))
        let told = try shell.limn("character import noise.pdf missing.pdf out.pdf")
        #expect(told.contains("noise.pdf: ") && told.contains("missing.pdf"), "\(told)")
        #expect(told.contains("out  on sheet"), "\(told)")
        #expect(told.hasSuffix("[1]"))
        #expect(try shell.json("character list").count == 2)
        #expect(try shell.json("template list").count == 1)
        #expect(try shell.limn("character import a.pdf b.pdf --name X").hasSuffix("[64]"))
    }

    @Test func `Whoever imports an export as a template is told of a better way`() throws {
        let shell = try mia()
        _ = try shell.limn("export Mia -o out.pdf")
        let told = try shell.limn("template import out.pdf")
        #expect(told.contains("is “sheet”, filled in. limn character import makes"), "\(told)")
    }

    @Test func `In a folder, the ink beside a PDF becomes ink of its character`() throws {
        let shell = try LibraryShell()
        let pdf = Documents.pdf([(200, 100), (200, 100)])
        func write(_ name: String, _ bytes: [UInt8]) throws { try shell.shell.write("notes/\(name)", bytes) }
        for name in ["one", "other", "bare"] { try write("\(name).pdf", pdf) }
        try write("one.xopp", Array(Notes.xopp(["10 10 50 50"])))
        try write("other.xopp", Array("<xournal".utf8))
        let made = try shell.json("character import notes")
        func pages(_ name: String) -> [Int]? { made.first { $0["name"] as? String == name }?["pages"] as? [Int] }
        #expect(pages("one") == [1] && pages("other") == [] && pages("bare") == [], "\(made)")
        // A PDF that is named is taken as it is, and a note that cannot be read is told.
        let named = try #require(try shell.json("character import notes/one.pdf --name Named").first)
        #expect(named["pages"] as? [Int] == [])
        let told = try shell.limn("character import notes")
        #expect(told.contains("notes/other.xopp: warning: This ink is left out:"), "\(told)")
    }

    @Test func `Ink beside an export that has ink of its own is not doubled`() throws {
        let shell = try mia()
        try FileManager.default.createDirectory(
            atPath: shell.shell.folder.path("notes"), withIntermediateDirectories: true)
        _ = try shell.limn("export Mia -o notes/out.pdf")
        try shell.shell.write("notes/out.xopp", Array(Notes.xopp(["10 10 50 50"])))
        let told = try shell.limn("character import notes")
        let line = "notes/out.xopp: warning: This ink is left out, because the PDF has ink of its own."
        #expect(told.contains(line), "\(told)")
        #expect(try shell.strokes(of: "out") == shell.strokes(of: "Mia"))
    }
}
