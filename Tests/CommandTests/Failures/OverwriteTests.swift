// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct OverwriteTests {
    static func shell() throws -> Shell {
        try Shell([
            "a.pdf": Documents.pages(1), "a.xopp": Notes.xopp(on: "a.pdf"), "sub/a.pdf": Documents.pages(1),
            "old.png": [1], "old.pdf": [1], "old.limn": [1],
        ])
    }

    @Test(arguments: ["a.pdf", "./a.pdf", "sub/../a.pdf", "link.pdf", "hard.pdf"])
    func `A template is never replaced, by whatever name`(name: String) throws {
        let shell = try Self.shell()
        _ = try shell.sh("ln -s a.pdf link.pdf; ln a.pdf hard.pdf")
        let sentence = "limn: a.pdf: The output would replace this file; give it another name."
        expect(try shell.limn("flatten a.pdf a.xopp -o \(name)"), "2> \(sentence)\n[1]")
        expect(try shell.limn("flatten a.xopp -o \(name)"), "2> \(sentence)\n[1]")
        expect(
            try shell.limn("render a.pdf --pages 1 -o \(name)"),
            """
            2> limn: a.pdf, page 1: A picture would replace this file; give it another name.
            [1]
            """)
    }

    @Test func `Ink is never replaced by what is made from it`() throws {
        let shell = try Self.shell()
        expect(
            try shell.limn("flatten a.pdf a.xopp -o a.xopp"),
            """
            2> limn: a.xopp: The output would replace this file; give it another name.
            [1]
            """)
        expect(
            try shell.limn("render a.pdf --ink a.xopp -o a.xopp"),
            """
            2> limn: a.xopp: A picture would replace this file; give it another name.
            [1]
            """)
        for verb in ["convert", "simplify"] {
            expect(
                try shell.limn("ink \(verb) a.xopp ./a.xopp --to limn"),
                """
                2> limn: a.xopp: The output would replace the file it comes from; give it another name.
                [1]
                """)
        }
    }

    @Test func `An existing output is replaced, or left alone when asked`() throws {
        let shell = try Self.shell()
        let kept = "cannot be written: it exists and is left alone."
        expect(
            try shell.limn("render a.pdf -o old.png --no-clobber --json --quiet"),
            """
            1> {"bytes":null,"height":null,"input":"a.pdf","messages":["old.png \(kept)"],"notes":[],"output":null,"page":1,\
            "status":"refused","width":null}
            2> limn: a.pdf, page 1: old.png \(kept)
            [1]
            """)
        expect(try shell.limn("flatten a.pdf a.xopp -o old.pdf --no-clobber"), "2> limn: a.pdf: old.pdf \(kept)\n[1]")
        expect(try shell.limn("ink convert a.xopp old.limn --no-clobber"), "2> limn: a.xopp: old.limn \(kept)\n[1]")
        expect(
            try shell.limn("render a.pdf --dpi 36 -o old.png"),
            """
            1> old.png  100 × 50 px, N bytes
            [0] ~old.png
            """)
        expect(try shell.limn("flatten a.pdf a.xopp -o old.pdf --quiet"), "[0] ~old.pdf")
        expect(try shell.limn("ink convert a.xopp old.limn --quiet"), "[0] ~old.limn")
    }

    @Test func `Two inputs that would write the same name are refused before any work`() throws {
        let shell = try Self.shell()
        expect(
            try shell.limn("render a.pdf sub/a.pdf -o out"),
            """
            2> limn: sub/a.pdf: The file would write out/a-….png, and so would a.pdf; use --keep-folders, or render \
            them one by one.
            [1]
            """)
        expect(
            try shell.limn("thumbnail a.pdf a.pdf -o out"),
            """
            2> limn: a.pdf: The file is named twice and would write out/a.png twice; name it once.
            [1]
            """)
        let objects = try shell.json("render a.pdf sub/a.pdf -o out --json")
        #expect(objects.map { $0["input"] as? String } == ["a.pdf", "sub/a.pdf"])
        #expect(objects.allSatisfy { $0["status"] as? String == "refused" && $0["page"] is NSNull })
    }

    @Test func `Folders that are kept part equal names`() throws {
        expect(
            try Self.shell().limn("render a.pdf ./sub/a.pdf --dpi 36 -o out --keep-folders"),
            """
            1> out/a-1.png  100 × 50 px, N bytes
            1> out/sub/a-1.png  100 × 50 px, N bytes
            [0] +out/ +out/a-1.png +out/sub/ +out/sub/a-1.png
            """)
    }
}
