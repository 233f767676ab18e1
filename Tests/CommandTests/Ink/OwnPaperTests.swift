// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
import Testing
import TestSupport

/// Ink that names no PDF is drawn on its own paper.
@Suite struct OwnPaperTests {
    /// Pages of 300 × 420 pt with a stroke each: a style with settings, and the color of the paper.
    private static func notes(_ pages: [(style: String, settings: String, color: String)]) -> [UInt8] {
        var text = "<?xml version=\"1.0\"?>\n<xournal creator=\"test\" fileversion=\"4\"><title>Notes</title>\n"
        for page in pages {
            let config = page.settings.isEmpty ? "" : " config=\"\(page.settings)\""
            text += "<page width=\"300\" height=\"420\"><background type=\"solid\" color=\"\(page.color)\" "
            text += "style=\"\(page.style)\"\(config)/><layer><stroke tool=\"pen\" color=\"#ff0000ff\" width=\"2\">"
            text += "30 200 200 380</stroke></layer></page>\n"
        }
        return Array((text + "</xournal>\n").utf8)
    }

    private static let papers = [
        ("plain", "", "#ffffffff"), ("plain", "", "#ffff80ff"), ("lined", "", "#ffffffff"),
        ("ruled", "f1=af8040,lw=1", "#ffffffff"), ("ruled", "", "#222222ff"), ("staves", "", "#ffffffff"),
        ("dotted", "", "#ffffffff"), ("dotted", "r1=20,m1=20,lw=3", "#c0ffc0ff"), ("isodotted", "", "#ffffffff"),
        ("isograph", "", "#ffffffff"), ("lined", "f2=00ff00", "#000000ff"),
    ]

    @Test func `Every ruling of Xournal++ looks as in Xournal++'s own export`() throws {
        let shell = try Shell(["notes.xopp": Self.notes(Self.papers)])
        let theirs = shell.folder.path("theirs.pdf")
        let done = try run(
            try Requirement.tool("xournalpp"),
            ["--create-pdf=\(theirs)", shell.folder.path("notes.xopp")].map { Array($0.utf8) },
            environment: ["HOME": shell.folder.url.path, "XDG_CONFIG_HOME": shell.folder.url.path])
        #expect(done.status == 0, "\(done.stderr)")
        let made = try #require(try shell.json("flatten notes.xopp -o ours.pdf --json").first)
        #expect(made["status"] as? String == "ok")
        #expect(made["strokes"] as? Int == Self.papers.count)
        let comparisons = (1...Self.papers.count).map {
            PictureComparison(.mupdf, theirs, page: $0, with: shell.folder.path("ours.pdf"), dpi: 144)
        }
        for (paper, result) in zip(Self.papers, try PictureComparison.run(comparisons)) {
            #expect(result.differing == 0, "\(paper): \(result)")
            #expect(result.inked > 0.002, "\(paper): \(result)")
        }
    }

    /// Xournal++ 1.1.3 draws the vertical lines of squared paper 2.5 pt too high, so that they end above the edge.
    @Test(arguments: ["", "m1=40", "m1=40,rm=1", "r1=20,m1=10,rm=1,f1=ff0000"])
    func `Squared paper differs from Xournal++'s only at the ends of vertical lines`(settings: String) throws {
        let shell = try Shell(["notes.xopp": Self.notes([("graph", settings, "#ffffffff")])])
        let theirs = shell.folder.path("theirs.pdf")
        _ = try run(
            try Requirement.tool("xournalpp"),
            ["--create-pdf=\(theirs)", shell.folder.path("notes.xopp")].map { Array($0.utf8) },
            environment: ["HOME": shell.folder.url.path, "XDG_CONFIG_HOME": shell.folder.url.path])
        #expect(try shell.limn("flatten notes.xopp -o ours.pdf").hasSuffix("[0] +ours.pdf"))
        let result = try #require(
            try PictureComparison.run([
                PictureComparison(.mupdf, theirs, with: shell.folder.path("ours.pdf"), dpi: 144)
            ]).first)
        #expect(result.differing < 0.004 && result.inked > 0.01, "\(result)")
    }

    @Test func `A ruling that is not known is plain paper, and a note names it`() throws {
        let pages = ["P Week planner", "lined", "P Week planner", "plain"].map { ($0, "", "#ffffffff") }
        let shell = try Shell(["notes.xopp": Self.notes(pages)])
        let note = "The ruling “P Week planner” is unknown; plain paper replaces it on 2 pages."
        let made = try #require(try shell.json("flatten notes.xopp -o out.pdf --json").first)
        #expect(made["status"] as? String == "ok" && made["messages"] as? [String] == [])
        #expect((made["notes"] as? [String])?.contains { $0.hasSuffix(note) } == true, "\(made)")
        #expect(try shell.limn("render notes.xopp --dpi 20 --verbose").contains("notes.xopp: note: \(note)"))
        #expect(try !shell.limn("render notes.xopp --dpi 20").contains("note:"))
    }

    @Test func `Notes are rendered, shown small and put on a contact sheet`() throws {
        let shell = try Shell([
            "notes.xopp": Self.notes([("plain", "", "#ffffffff"), ("ruled", "", "#ffffffff")]),
            "sheet.pdf": Documents.pages(1),
        ])
        expect(
            try shell.limn("render notes.xopp --dpi 72"),
            """
            1> notes-1.png  300 × 420 px, N bytes
            1> notes-2.png  300 × 420 px, N bytes
            [0] +notes-1.png +notes-2.png
            """)
        expect(
            try shell.limn("thumbnail notes.xopp sheet.pdf --size 84"),
            """
            1> notes.png  60 × 84 px, N bytes
            1> sheet.png  84 × 42 px, N bytes
            [0] +notes.png +sheet.png
            """)
        #expect(try shell.limn("contact-sheet notes.xopp sheet.pdf -o all.png").contains("[0] +all.png"))
        // The stroke is there, and red.
        #expect(try Self.redPixels(shell.folder.path("notes-1.png")) > 300)
        #expect(try Self.redPixels(shell.folder.path("notes.png")) > 20)
    }

    @Test func `A picture that was made from notes is kept while they stay the same`() throws {
        let shell = try Shell(["notes.xopp": Self.notes([("ruled", "", "#ffffffff")])])
        #expect(try shell.limn("render notes.xopp --resume --dpi 72").hasSuffix("+notes-1.png"))
        #expect(try shell.json("render notes.xopp --resume --dpi 72 --json").first?["resumed"] as? Bool == true)
        try shell.write("notes.xopp", Self.notes([("lined", "", "#ffffffff")]))
        #expect(try shell.limn("render notes.xopp --resume --dpi 72").hasSuffix("~notes-1.png"))
    }

    @Test func `Ink on its own pages takes no other ink`() throws {
        let shell = try Shell(["notes.xopp": Notes.xopp(), "more.xopp": Notes.xopp()])
        expect(
            try shell.limn("render notes.xopp --ink more.xopp"),
            """
            2> limn: notes.xopp: This is an ink file, and other ink can only be drawn on a PDF.
            [1]
            """)
    }

    @Test func `Ink whose file names no size lies on paper that is as large as the ink`() throws {
        let channels = "<channel name=\"X\" units=\"mm\"/><channel name=\"Y\" units=\"mm\"/>"
        let ink =
            "<ink xmlns=\"http://www.w3.org/2003/InkML\"><traceFormat>\(channels)</traceFormat>"
            + "<trace>-10 -5, 50 58.5</trace></ink>"
        let shell = try Shell(["line.inkml": Array(ink.utf8)])
        let made = try #require(try shell.json("flatten line.inkml -o line.pdf --json").first)
        #expect(made["status"] as? String == "ok" && made["strokes"] as? Int == 1, "\(made)")
        // The line goes over 60 × 63.5 mm, and the margin is 18 pt.
        let size = try run("pdfinfo", shell.folder.path("line.pdf")).text
        #expect(size.contains(/Page size: +20[67][.\d]* x 21[67][.\d]* pts/), "\(size)")
        #expect(try shell.limn("render line.inkml --dpi 72").hasSuffix("+line-1.png"))
    }

    @Test func `Notes on a PDF are rendered with it, page by page of the notes`() throws {
        let shell = try Shell([
            "sheet.pdf": Documents.pages(3), "note.xopp": Notes.xopp([Notes.line, "10 90 60 60"], on: "sheet.pdf"),
        ])
        expect(
            try shell.limn("render note.xopp --dpi 72"),
            """
            1> note-1.png  200 × 100 px, N bytes
            1> note-2.png  200 × 100 px, N bytes
            [0] +note-1.png +note-2.png
            """)
        #expect(try Self.redPixels(shell.folder.path("note-1.png")) > 50)
        #expect(try Self.redPixels(shell.folder.path("note-2.png")) > 50)
    }

    /// How many pixels of a picture are clearly red.
    private static func redPixels(_ path: String) throws -> Int {
        let script = """
            import sys
            from PIL import Image
            pixels = Image.open(sys.argv[1]).convert("RGB").getdata()
            print(sum(1 for r, g, b in pixels if r > g + 60 and r > b + 60))
            """
        let done = try run(try Requirement.python(), "-c", script, path)
        return try #require(Int(done.text.trimmingCharacters(in: .whitespacesAndNewlines)), "\(done.stderr)")
    }
}
