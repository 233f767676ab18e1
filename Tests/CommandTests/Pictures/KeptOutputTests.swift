// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

/// What fails leaves an output of an earlier run alone.
@Suite struct KeptOutputTests {
    static func shell() throws -> Shell {
        try Shell([
            "a.pdf": Documents.pages(2), "a.xopp": Notes.xopp(),
            "five.xopp": Notes.xopp([String](repeating: "1 1", count: 5)),
            "empty.pdf": [], "text.pdf": Array("Dear reader\n".utf8), "none.pdf": Documents.pdf([]),
            "cut.pdf": Array("%PDF-1.7\n1 0 obj<</Type/Cat".utf8), "signed.pdf": Documents.signed,
            "locked.pdf": try Documents.locked(), "huge.pdf": Documents.pdf([(14_400, 14_400)]),
            "text.xopp": [1, 2, 3],
            "away.xopp": Notes.xopp(on: "/etc/none.pdf"), "gone.xopp": Notes.xopp(on: "gone.pdf"),
            "old.png": [1], "old.pdf": [1], "old.limn": [1], "empty.png": [1], "cut-1.png": [1], "huge-1.png": [1],
            "a-3.png": [1],
        ])
    }

    @Test(
        arguments: [
            "render empty.pdf -o old.png", "render text.pdf -o old.png", "render none.pdf -o old.png",
            "render cut.pdf -o old.png", "render cut.pdf", "render locked.pdf -o old.png", "render huge.pdf --dpi 150",
            "render huge.pdf --dpi 150 -o old.png", "render missing.pdf -o old.png", "render a.pdf -o old.png",
            "render a.pdf --pages 3 -o old.png", "render a.pdf --pages 3",
            "render a.pdf --pages 1 --ink five.xopp -o old.png",
            "render a.pdf --pages 1 --ink text.xopp -o old.png", "render a.pdf --pages 1 --no-clobber -o old.png",
            "thumbnail empty.pdf", "thumbnail a.pdf --page 3 -o old.png", "thumbnail a.pdf --ink gone -o old.png",
        ]
            + ["", " --mode redraw"].flatMap { mode in
                [
                    "empty.pdf a.xopp", "text.pdf a.xopp", "none.pdf a.xopp", "cut.pdf a.xopp", "locked.pdf a.xopp",
                    "missing.pdf a.xopp", "a.pdf missing.xopp", "a.pdf text.xopp", "a.pdf five.xopp",
                    "a.pdf a.xopp --page 3",
                    "away.xopp", "gone.xopp", "a.pdf a.xopp --no-clobber",
                ].map { "flatten \($0) -o old.pdf\(mode)" }
            } + [
                "flatten signed.pdf a.xopp -o old.pdf", "ink convert missing.xopp old.limn",
                "ink convert text.xopp old.limn",
                "ink convert a.pdf old.limn", "ink convert a.xopp old.limn --no-clobber",
                "ink simplify text.xopp old.limn",
            ])
    func `Nothing is written`(typed: String) throws {
        let lines = try Self.shell().limn(typed).split(separator: "\n")
        #expect(lines.count == 2, "\(lines)")
        #expect(lines.first?.hasPrefix("2> limn: ") == true)
        #expect(lines.last == "[1]")
    }

    @Test func `Of several pages those that exist are left alone and the others are made`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(3), "a-2.png": [1]])
        expect(
            try shell.limn("render a.pdf --dpi 36 --no-clobber"),
            """
            1> a-1.png  100 × 50 px, N bytes
            1> a-3.png  100 × 50 px, N bytes
            2> limn: a.pdf, page 2: a-2.png cannot be written: it exists and is left alone.
            [1] +a-1.png +a-3.png
            """)
    }

    @Test func `A link that leads nowhere exists, when existing files are left alone`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1)])
        _ = try shell.sh("ln -s nowhere a.png")
        expect(
            try shell.limn("thumbnail a.pdf --no-clobber"),
            "2> limn: a.pdf, page 1: a.png cannot be written: it exists and is left alone.\n[1]")
    }

    @Test func `A link is followed and stays`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1), "folder/target.png": [1]])
        _ = try shell.sh("ln -s folder/target.png a.png")
        expect(try shell.limn("thumbnail a.pdf --quiet"), "[0] ~folder/target.png")
    }

    @Test func `The permissions of what is replaced stay`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1), "a.png": [1]])
        expect(
            try shell.sh("chmod 640 a.png; limn thumbnail a.pdf --quiet; stat -c %a a.png"), "1> 640\n[0] ~a.png")
        expect(
            try shell.sh("umask 027; limn thumbnail a.pdf -o b.png --quiet; stat -c %a b.png"), "1> 640\n[0] +b.png")
    }
}
