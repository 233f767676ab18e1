// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct StreamsTests {
    static func shell() throws -> Shell {
        try Shell(["a.pdf": Documents.pages(2), "a.xopp": Notes.xopp(), "b.xopp": Notes.xopp(on: "a.pdf")])
    }

    @Test func `A PDF comes through standard input, and its pictures are called stdin`() throws {
        let shell = try Self.shell()
        expect(
            try shell.limn("render - --dpi 36", input: Documents.pages(2)),
            """
            1> stdin-1.png  100 × 50 px, N bytes
            1> stdin-2.png  100 × 50 px, N bytes
            [0] +stdin-1.png +stdin-2.png
            """)
        expect(
            try shell.limn("render -", input: Array("no PDF".utf8)),
            "2> limn: standard input: The file is neither a PDF nor ink that Limn reads.\n[1]")
    }

    @Test func `A picture, a PDF and ink go to standard output, and nothing else does`() throws {
        let shell = try Self.shell()
        expect(try shell.limn("render a.pdf --pages 1 -o -"), "1> (a PNG)\n[0]")
        expect(try shell.limn("thumbnail a.pdf -o -"), "1> (a PNG)\n[0]")
        expect(try shell.sh("limn flatten a.pdf a.xopp -o - | head -c 5; echo"), "1> %PDF-\n[0]")
        expect(
            try shell.sh("limn ink convert a.xopp - | limn inspect - | head -1"),
            "1> standard input: ink (limn), 1 page, 1 stroke, 2 points, N bytes\n[0]")
    }

    @Test(arguments: [
        "render a.pdf --pages 1 -o -", "thumbnail a.pdf -o -", "contact-sheet a.pdf -o - --format png",
        "flatten a.pdf a.xopp -o -", "ink convert a.xopp - --to limn", "inspect a.pdf", "render a.pdf -o out/ --json",
        "item add a.pdf -o - --page 1 --text x --at 9,9", "form fill sheet.pdf --set identity.name=A -o -",
        "form clear sheet.pdf -o -", "form show sheet.pdf --names -", "form show sheet.pdf",
    ])
    func `A reader that goes away ends a command quietly`(typed: String) throws {
        let shell = try Self.shell()
        try shell.write("sheet.pdf", try Project.sample("character-sheet.pdf"))
        let done = try shell.sh("limn \(typed) | true")
        #expect(done.hasPrefix("[0]"), "\(done)")
    }

    @Test(arguments: [
        "render a.pdf --pages 2 -o OUT.png", "thumbnail a.pdf -o OUT.png", "flatten a.pdf a.xopp -o OUT.pdf",
        "flatten a.pdf a.xopp --mode redraw -o OUT.pdf", "ink convert a.xopp OUT.limn",
        "ink convert a.xopp OUT.json --to limn-json",
    ])
    func `What goes through a pipe is what goes into a file`(typed: String) throws {
        let shell = try Self.shell()
        let name = try #require(typed.firstMatch(of: /OUT\.\w+/)).output
        let (piped, direct) = (typed.replacing(name, with: "-"), typed.replacing(name, with: "/dev/stdout"))
        _ = try shell.sh("limn \(typed); limn \(piped) | cat > piped; limn \(direct) --quiet | cat > direct")
        let bytes = try shell.read(String(name))
        #expect(!bytes.isEmpty)
        #expect(try shell.read("piped") == bytes)
        #expect(try shell.read("direct") == bytes)
    }

    @Test func `Ink comes through standard input, and its background from the current folder`() throws {
        let shell = try Self.shell()
        expect(
            try shell.limn("flatten a.pdf - -o out.pdf", input: Notes.xopp()),
            "1> out.pdf  1 stroke on 1 of 2 pages, N bytes\n[0] +out.pdf")
        expect(
            try shell.limn("flatten - -o two.pdf", input: Notes.xopp(on: "a.pdf")),
            "1> two.pdf  1 stroke on 1 of 1 page, rewritten in the order of the ink, N bytes\n[0] +two.pdf")
    }

    @Test func `A pipe with a name and a substituted process are read like files`() throws {
        let shell = try Self.shell()
        expect(
            try shell.sh("limn thumbnail <(cat a.pdf) -o one.png"),
            "1> one.png  256 × 128 px, N bytes\n[0] +one.png")
        expect(
            try shell.sh("limn flatten <(cat a.pdf) <(cat a.xopp) -o out.pdf"),
            "1> out.pdf  1 stroke on 1 of 2 pages, N bytes\n[0] +out.pdf")
        expect(
            try shell.sh("mkfifo fifo; cat a.pdf > fifo & limn render fifo --pages 1 --dpi 36"),
            "1> fifo-1.png  100 × 50 px, N bytes\n[0] +fifo-1.png")
    }

    @Test func `A reader that goes away ends nothing by a signal, and the pictures are made`() throws {
        let shell = try Self.shell()
        let transcript = try shell.sh(
            "{ \(Shell.untilNobodyReads); limn render a.pdf --dpi 36 --json; echo $? >&2; } | true")
        expect(transcript, "2> 1\n[0] +a-1.png +a-2.png")
        expect(
            try shell.sh("limn inspect a.pdf | head -1"), "1> a.pdf: PDF 1.4, 2 pages, N bytes\n[0]")
    }

    @Test func `Standard output on a full disk is told once`() throws {
        let shell = try Self.shell()
        let sentence = "Standard output cannot be written: no space left on device; make room and try again."
        expect(
            try shell.sh("limn render a.pdf --dpi 36 --json > /dev/full"),
            "2> limn: \(sentence)\n[1] +a-1.png +a-2.png")
        expect(
            try shell.sh("limn render a.pdf --pages 1 -o - > /dev/full"), "2> limn: a.pdf, page 1: \(sentence)\n[1]")
        expect(try shell.sh("limn inspect a.pdf > /dev/full"), "2> limn: \(sentence)\n[1]")
        expect(try shell.sh("limn doctor > /dev/full"), "2> limn: \(sentence)\n[1]")
        expect(try shell.sh("limn flatten a.pdf a.xopp -o - > /dev/full"), "2> limn: a.pdf: \(sentence)\n[1]")
        expect(try shell.sh("limn ink convert a.xopp - > /dev/full"), "2> limn: a.xopp: \(sentence)\n[1]")
    }
}
