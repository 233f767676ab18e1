// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct ContactSheetTests {
    /// Three documents, one of them locked, one in an inner folder, and something that is none.
    static func shell() throws -> Shell {
        try Shell([
            "in/a.pdf": Documents.pdf([(200, 100)]), "in/sub/c.pdf": Documents.pdf([(100, 200), (10, 10)]),
            "in/b.PDF": try Documents.locked(), "in/notes.txt": [1], "in/sub/broken.pdf": [1, 2, 3],
        ])
    }

    static let stderrLines = """
        2> limn: in/b.PDF: The file is encrypted; give its password with --password-file.
        2> limn: in/sub/broken.pdf: The file is neither a PDF nor ink that Limn reads.
        """

    @Test func `A folder becomes one sheet, and what cannot be shown is told`() throws {
        let shell = try Self.shell()
        expect(
            try shell.limn("contact-sheet in -o sheet.png"),
            "1> sheet.png  885 × 288 px, 4 documents, N bytes\n\(Self.stderrLines)\n[1] +sheet.png")
        expect(
            try shell.limn("contact-sheet in -o sheet.pdf"),
            "1> sheet.pdf  1 page, 4 documents, N bytes\n\(Self.stderrLines)\n[1] +sheet.pdf")
        expect(try shell.limn("contact-sheet in/a.pdf in/sub/c.pdf -o two.jpg --quiet"), "[0] +two.jpg")
        expect(try shell.limn("contact-sheet in/a.pdf -o one.webp --quiet --size 64"), "[0] +one.webp")
        #expect(try DecodedPicture(try shell.read("two.jpg")).format == "JPEG")
        #expect(try DecodedPicture(try shell.read("one.webp")).format == "WEBP")
    }

    /// The documents have a black square of 40 points at their lower left corner.
    @Test func `Pictures stand on the lower edge of their squares, in the order of names`() throws {
        let shell = try Self.shell()
        _ = try shell.limn("contact-sheet in/a.pdf in/sub/c.pdf -o sheet.png --size 200")
        let sheet = try DecodedPicture(try shell.read("sheet.png"))
        // The margin is a seventh of the size, the gap a ninth: squares start at 29 and 29 + 200 + 22.
        func isBlack(_ x: Int, _ y: Int) -> Bool { sheet[x, y].allSatisfy { $0 < 30 } }
        func isWhite(_ x: Int, _ y: Int) -> Bool { sheet[x, y].allSatisfy { $0 > 250 } }
        // 200 × 100 points in 200 pixels: the lower half of the first square.
        #expect(isBlack(31, 227) && isBlack(67, 190) && isWhite(71, 190) && isWhite(31, 131) && !isWhite(31, 120))
        // 100 × 200 points: the middle of the second one.
        #expect(isBlack(251 + 52, 227) && isBlack(251 + 88, 190) && isWhite(251 + 92, 190) && isWhite(303, 31))
        #expect(!isWhite(251 + 45, 120) && !isWhite(251 + 155, 120))
    }

    @Test func `Names and reasons can be read in the PDF, whatever script they are in`() throws {
        let pdftotext = try Requirement.tool("pdftotext")
        let shell = try Self.shell()
        let name = "Übersicht der Ländereien, das nordöstliche Kartenblatt, zweite Fassung, endgültig.pdf"
        for name in [name, "Ωδή.pdf", "план.pdf"] { try shell.write("more/\(name)", Documents.pages(3)) }
        _ = try shell.sh("cp more/план.pdf $'more/caf\\xe9.pdf'")
        _ = try shell.limn("contact-sheet in more -o sheet.pdf --columns 4")
        // A name that is cut for the eye is whole for a search.
        let text = try shell.sh("\(pdftotext) sheet.pdf -").replacing("\n1> ", with: " ")
        for expected in [
            "a.pdf", "c.pdf", "2 pages", "3 pages", "locked", "encrypted; give its password.", "broken.pdf", "failed",
            "neither a PDF nor ink", "Ωδή.pdf", "план.pdf", "caf\\xE9.pdf", "zweite Fassung",
        ] {
            #expect(text.contains(expected), "\(expected) in \(text)")
        }
    }

    @Test func `Two documents of one name are told apart by their folders`() throws {
        let pdftotext = try Requirement.tool("pdftotext")
        let shell = try Shell(["x/a.pdf": Documents.pages(1), "x/y/a.pdf": Documents.pages(1)])
        _ = try shell.limn("contact-sheet x -o sheet.pdf")
        let text = try shell.sh("\(pdftotext) sheet.pdf -")
        #expect(text.contains("x/a.pdf\n") && text.contains("1> y/a.pdf\n"))
    }

    @Test func `JSON has one object a document`() throws {
        let objects = try Self.shell().json("contact-sheet in -o sheet.png --json")
        #expect(
            objects.map { $0["input"] as? String } == ["in/a.pdf", "in/b.PDF", "in/sub/broken.pdf", "in/sub/c.pdf"])
        #expect(objects.map { $0["status"] as? String } == ["ok", "locked", "failed", "ok"])
        #expect(objects.map { $0["output"] as? String } == ["sheet.png", nil, nil, "sheet.png"])
        #expect(objects.map { $0["width"] as? Int } == [192, nil, nil, 96])
        #expect(objects.map { $0["page"] as? Int } == [1, nil, nil, 1])
    }

    @Test func `A sheet in its own folder is not on the next one`() throws {
        let shell = try Shell(["in/a.pdf": Documents.pages(1)])
        let line = "1> in/sheet.pdf  1 page, 1 document, N bytes"
        expect(try shell.limn("contact-sheet in -o in/sheet.pdf"), "\(line)\n[0] +in/sheet.pdf")
        expect(try shell.limn("contact-sheet in -o in/sheet.pdf"), "\(line)\n[0]")
        expect(
            try shell.limn("contact-sheet in/a.pdf in/sheet.pdf -o in/sheet.pdf"),
            "2> limn: in/sheet.pdf: The sheet would replace this file; give the sheet another name.\n[1]")
    }

    @Test func `What is too large for one picture goes to several, what is too many for a page to the next`() throws {
        let shell = try Shell()
        for number in 1...23 { try shell.write("in/\(number).pdf", Documents.pages(1)) }
        // A row of two squares of 64 pixels is 153 pixels wide; 0.1 million pixels have room for 6 rows.
        expect(
            try shell.limn("contact-sheet in -o s.png --size 64 --columns 2 --max-pixels 0.1"),
            """
            1> s-1.png  153 × 617 px, 12 documents, N bytes
            1> s-2.png  153 × 617 px, 11 documents, N bytes
            [0] +s-1.png +s-2.png
            """)
        expect(
            try shell.limn("contact-sheet in -o s.png --size 640 --columns 2 --max-pixels 0.1"),
            """
            2> limn: A row of 2 pictures of 640 pixels is too large for a PNG within the limit of 100000 pixels; \
            choose fewer columns or a smaller size.
            [1]
            """)
        expect(
            try shell.limn("contact-sheet in -o - --size 64 --columns 2 --max-pixels 0.1"),
            "2> limn: 23 documents need 2 pictures, but standard output takes one; write a PDF.\n[1]")
        expect(
            try shell.limn("contact-sheet in -o s.pdf --columns 2"),
            "1> s.pdf  6 pages, 23 documents, N bytes\n[0] +s.pdf")
    }

    @Test func `A sheet goes through a pipe`() throws {
        let shell = try Self.shell()
        expect(try shell.sh("limn contact-sheet in/a.pdf -o - >piped"), "[0] +piped")
        #expect(try DecodedPicture(try shell.read("piped")).format == "PNG")
        expect(try shell.sh("limn contact-sheet in/a.pdf -o - --format pdf >piped"), "[0] ~piped")
        #expect(try shell.read("piped").starts(with: Array("%PDF".utf8)))
    }

    @Test func `The password of locked documents holds for all`() throws {
        let shell = try Self.shell()
        try shell.write("word", Array("limn\n".utf8))
        expect(try shell.limn("contact-sheet in/b.PDF in/a.pdf -o s.png --password-file word --quiet"), "[0] +s.png")
    }

    @Test func `An existing sheet is replaced, or kept when asked`() throws {
        let shell = try Self.shell()
        try shell.write("s.png", [1])
        expect(
            try shell.limn("contact-sheet in/a.pdf -o s.png --no-clobber"),
            "2> limn: s.png cannot be written: it exists and is left alone.\n[1]")
        expect(try shell.limn("contact-sheet in/a.pdf -o s.png --quiet"), "[0] ~s.png")
    }

    @Test func `A sheet that cannot be written fails every document on it`() throws {
        let shell = try Self.shell()
        let reason = "no/s.png cannot be written: there is no such folder."
        expect(
            try shell.limn("contact-sheet in/a.pdf in/b.PDF -o no/s.png"),
            """
            2> limn: in/a.pdf, page 1: \(reason)
            2> limn: in/b.PDF: The file is encrypted; give its password with --password-file.
            [1]
            """)
        let objects = try shell.json("contact-sheet in/a.pdf in/b.PDF -o /dev/full --format png --json")
        #expect(objects.map { $0["status"] as? String } == ["failed", "locked"])
    }

    @Test func `A folder without documents is told`() throws {
        expect(
            try Shell(["in/a.txt": []]).limn("contact-sheet in -o s.png"),
            "2> limn: in: There is no PDF in this folder.\n[1]")
        let objects = try Shell(["in/a.txt": []]).json("contact-sheet in -o s.png --json")
        #expect(objects.map { $0["input"] as? String } == ["in"])
        #expect(objects.first?["messages"] as? [String] == ["There is no PDF in this folder."])
    }
}
