// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Ink that comes back out of PDFs: `limn ink convert`, `limn ink strip`, and PDFs where ink is asked for.
struct InkInPDFTests {
    private func shell() throws -> Shell {
        try Shell([
            "a.pdf": try Project.sample("character-sheet.pdf"), "a.xopp": try Project.sample("character-sheet.xopp"),
            "plain.pdf": Documents.pages(1), "password": Array("limn\n".utf8), "locked.pdf": try Documents.locked(),
        ])
    }

    /// The pixels of a picture; its file also tells what it was made from.
    private func picture(_ shell: Shell, _ name: String) throws -> [UInt8] {
        try DecodedPicture(try shell.read(name)).bytes
    }

    @Test(arguments: ["overlay", "annotate", "burn"])
    func `An export gives back every stroke and every point as it was drawn`(mode: String) throws {
        let shell = try shell()
        _ = try shell.limn("ink convert a.xopp straight.limn --quiet")
        _ = try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode \(mode) --quiet")
        let object = try #require(try shell.json("ink convert out.pdf back.limn --json").first)
        #expect(object["from"] as? String == "pdf")
        #expect(object["strokes"] as? Int == 1282)
        #expect(object["pointsOut"] as? Int == 23605)
        let (straight, back) = (
            try shell.json("inspect straight.limn --json"), try shell.json("inspect back.limn --json")
        )
        #expect(straight.first?["points"] as? Int == back.first?["points"] as? Int)
        // Drawn again, both look the same.
        _ = try shell.limn("render a.pdf --ink straight.limn -o one --dpi 60 --quiet")
        _ = try shell.limn("render a.pdf --ink back.limn -o two --dpi 60 --quiet")
        for page in 1...2 {
            #expect(try picture(shell, "one/a-\(page).png") == picture(shell, "two/a-\(page).png"))
        }
    }

    @Test func `Ink of two pages becomes two pictures, or the one that is chosen`() throws {
        let shell = try Shell([
            "a.pdf": Documents.pages(2), "a.xopp": Notes.xopp([Notes.line, Notes.line], size: (100, 50)),
        ])
        _ = try shell.limn("flatten a.pdf a.xopp -o b.pdf -q")
        #expect(try shell.limn("ink convert b.pdf n.svg -q") == "[0] +n-1.svg +n-2.svg")
        #expect(try shell.limn("ink convert b.pdf one.svg --page 2 -q") == "[0] +one.svg")
        #expect(try shell.limn("ink convert b.pdf n.svg --no-clobber -q").contains("n-1.svg"))
    }

    @Test func `Without source ink the annotations are read, which have the center lines`() throws {
        let shell = try shell()
        _ = try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode annotate --no-source-ink --quiet")
        let object = try #require(try shell.json("ink convert out.pdf back.limn --json").first)
        #expect(object["strokes"] as? Int == 1282)
        #expect(try #require(object["pointsOut"] as? Int) < 23605)
    }

    @Test func `Ink of two exports comes back together, and is stripped together`() throws {
        let shell = try shell()
        _ = try shell.limn("flatten a.pdf a.xopp -o one.pdf --quiet")
        _ = try shell.limn("flatten one.pdf a.xopp -o two.pdf --mode annotate --quiet")
        #expect(try shell.json("ink convert two.pdf back.limn --json").first?["strokes"] as? Int == 2 * 1282)
        let object = try #require(try shell.json("ink strip two.pdf bare.pdf --json").first)
        #expect(object["removed"] as? Int == 2)
        #expect(try shell.read("bare.pdf").firstRange(of: Array("vnd.limn".utf8)) == nil)
        // The annotations stay, and what is seen does.
        #expect(try shell.json("ink convert bare.pdf back.limn --json").first?["strokes"] as? Int == 1282)
        for name in ["two", "bare"] { _ = try shell.limn("render \(name).pdf -o \(name) --dpi 50 --quiet") }
        #expect(try picture(shell, "two/two-1.png") == picture(shell, "bare/bare-1.png"))
        let qpdf = try Requirement.tool("qpdf")
        #expect(try run(qpdf, "--check", shell.folder.path("bare.pdf")).status == 0)
    }

    @Test func `A document without source ink is copied as it is`() throws {
        let shell = try shell()
        expect(
            try shell.limn("ink strip a.pdf b.pdf"),
            "1> b.pdf  had no source ink, 105534 → N bytes\n[0] +b.pdf")
        #expect(try shell.read("a.pdf") == shell.read("b.pdf"))
        expect(
            try shell.limn("ink strip a.pdf a.pdf"),
            "2> limn: a.pdf: The output would replace the file it comes from; give it another name.\n[1]")
        #expect(try shell.limn("ink strip missing.pdf b.pdf").hasSuffix("[1]"))
    }

    @Test func `A PDF serves as ink, and one that has none is told of`() throws {
        let shell = try shell()
        _ = try shell.limn("flatten a.pdf a.xopp -o out.pdf --quiet")
        expect(
            try shell.limn("flatten a.pdf out.pdf -o again.pdf"),
            "1> again.pdf  1282 strokes on 2 of 2 pages, N bytes\n[0] +again.pdf")
        expect(try shell.limn("render a.pdf --ink out.pdf --pages 1 --dpi 30 -o p.png --quiet"), "[0] +p.png")
        expect(try shell.limn("ink convert plain.pdf x.limn"), "2> limn: plain.pdf: The PDF carries no ink.\n[1]")
        expect(
            try shell.limn("flatten a.pdf plain.pdf -o x.pdf"), "2> limn: plain.pdf: The PDF carries no ink.\n[1]")
        #expect(try shell.limn("ink convert locked.pdf x.limn").contains("give its password"))
        expect(
            try shell.limn("ink convert locked.pdf x.limn --password-file password"),
            "2> limn: locked.pdf: The PDF carries no ink.\n[1]")
    }

    @Test func `An encrypted document carries its source ink encrypted, and gives it back`() throws {
        let shell = try shell()
        let options = "--password-file password"
        _ = try shell.limn("flatten locked.pdf a.xopp -o out.pdf --quiet \(options)")
        #expect(try shell.json("ink convert out.pdf back.limn --json \(options)").first?["strokes"] as? Int == 1282)
        #expect(try shell.read("out.pdf").firstRange(of: Array("LIMNINK".utf8)) == nil)
    }
}
