// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
import Testing
import TestSupport

/// Notes that are partly on a PDF and partly on paper that was put in between.
@Suite struct InsertedPaperTests {
    /// Pages of 200 × 100 pt with a stroke each: on a page of `sheet.pdf`, or on ruled paper where the page is nil.
    private static func notes(_ pages: [Int?]) -> [UInt8] {
        var text = "<?xml version=\"1.0\"?>\n<xournal creator=\"test\" fileversion=\"4\">\n"
        for page in pages {
            let background =
                page.map { "type=\"pdf\" domain=\"absolute\" filename=\"sheet.pdf\" pageno=\"\($0)\"" }
                ?? "type=\"solid\" color=\"#ffff80ff\" style=\"graph\""
            text += "<page width=\"200\" height=\"100\"><background \(background)/><layer>"
            text += "<stroke tool=\"pen\" color=\"#ff0000ff\" width=\"4\">60 50 180 50</stroke></layer></page>\n"
        }
        return Array((text + "</xournal>\n").utf8)
    }

    /// For each page, whether it is on yellow paper and whether it has a red stroke.
    private static func look(_ file: String, in shell: Shell) throws -> [String] {
        let script = """
            import sys, pypdfium2
            for page in pypdfium2.PdfDocument(sys.argv[1]):
                picture = page.render(scale=1).to_pil().convert("RGB")
                r, g, b = picture.getpixel((120, 50))
                red = r > 200 and g < 90 and b < 90
                r, g, b = picture.getpixel((190, 7))
                print(("paper" if b < 170 and r > 240 else "sheet") + (" ink" if red else ""))
            """
        let done = try run(try Requirement.python(), "-c", script, shell.folder.path(file))
        #expect(done.status == 0, "\(done.stderr)")
        return done.text.split(separator: "\n").map(String.init)
    }

    @Test func `Paper between pages of a PDF is put in its place, and the original stays the prefix`() throws {
        let original = Documents.pages(2)
        let shell = try Shell(["sheet.pdf": original, "notes.xopp": Self.notes([nil, 1, nil, nil, 2])])
        let made = try #require(try shell.json("flatten notes.xopp -o out.pdf --json").first)
        #expect(made["status"] as? String == "ok", "\(made)")
        #expect(made["pageCount"] as? Int == 5)
        #expect(made["inkedPages"] as? [Int] == [1, 2, 3, 4, 5])
        #expect(made["originalIsPrefix"] as? Bool == true)
        #expect(try shell.read("out.pdf").starts(with: original))
        #expect(
            try Self.look("out.pdf", in: shell) == [
                "paper ink", "sheet ink", "paper ink", "paper ink", "sheet ink",
            ])
        let check = try run(try Requirement.tool("qpdf"), "--check", shell.folder.path("out.pdf"))
        #expect(check.status == 0, "\(check.text)")
        #expect(try shell.limn("render notes.xopp --dpi 72 -o pages").hasSuffix("+pages/notes-5.png"))
    }

    @Test func `Paper of a ruling that is not known is put in plain, and a note names it`() throws {
        let notes = String(decoding: Self.notes([1, nil]), as: UTF8.self).replacing("graph", with: "planner")
        let shell = try Shell(["sheet.pdf": Documents.pages(1), "notes.xopp": Array(notes.utf8)])
        let made = try #require(try shell.json("flatten notes.xopp -o out.pdf --json").first)
        #expect(made["status"] as? String == "ok", "\(made)")
        let note = "The ruling “planner” is unknown; plain paper replaces it."
        #expect((made["notes"] as? [String])?.contains { $0.hasSuffix(note) } == true, "\(made)")
    }

    @Test func `Links, outline and fields of a real sheet keep their pages`() throws {
        let shell = try Shell(["sheet.pdf": try Documents.sheet(), "notes.xopp": Self.notes([1, nil, 2])])
        let made = try #require(try shell.json("flatten notes.xopp -o out.pdf --json").first)
        #expect(made["pageCount"] as? Int == 3, "\(made)")
        let script = """
            import sys, pikepdf
            before, after = (pikepdf.open(name) for name in sys.argv[1:3])
            place = {page.obj.objgen: index for index, page in enumerate(after.pages)}
            print([place[page.obj.objgen] for page in before.pages])
            same = [len(before.Root.AcroForm.Fields) == len(after.Root.AcroForm.Fields)]
            same.append([len(p.obj.get("/Annots", [])) for p in before.pages] == [len(p.obj.get("/Annots", [])) for p in after.pages][::2])
            print(same)
            """
        let done = try run(
            try Requirement.python(), "-c", script, shell.folder.path("sheet.pdf"), shell.folder.path("out.pdf"))
        #expect(done.text == "[0, 2]\n[True, True]\n", "\(done.stderr)")
    }

    @Test func `A signed PDF keeps its pages, and ink on paper is told as left out`() throws {
        let shell = try Shell(["sheet.pdf": Documents.signed, "notes.xopp": Self.notes([1, nil])])
        let done = try shell.limn("flatten notes.xopp -o out.pdf --mode annotate")
        #expect(done.contains("warning: Page 2 has no matching page in the PDF and is left out."), "\(done)")
        #expect(done.hasSuffix("[3] +out.pdf"), "\(done)")
    }

    @Test func `Paper is put into an encrypted PDF`() throws {
        let shell = try Shell([
            "sheet.pdf": try Documents.locked(), "notes.xopp": Self.notes([1, nil, 2]),
            "password": Array("limn\n".utf8),
        ])
        let made = try #require(
            try shell.json("flatten notes.xopp -o out.pdf --json --password-file password").first)
        #expect(made["pageCount"] as? Int == 3, "\(made)")
        #expect(made["originalIsPrefix"] as? Bool == true)
        #expect(made["save"] as? String == "append")
    }
}
