// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct BackgroundTests {
    static func shell(naming name: String) throws -> Shell {
        let shell = try Shell([
            "ink/note.xopp": Notes.xopp(on: name), "ink/a.pdf": Documents.pages(1), "ink/sub/a.pdf": Documents.pages(1),
            "other/b.pdf": Documents.pages(1), "ink/folder/inside": [],
        ])
        _ = try shell.sh("ln -s ../other/b.pdf ink/out.pdf; ln -s a.pdf ink/in.pdf; ln -s ../other ink/door")
        return shell
    }

    static let written = "1> out.pdf  1 stroke on 1 of 1 page, N bytes\n[0] +out.pdf"

    @Test(arguments: ["a.pdf", "./a.pdf", "sub/a.pdf", "sub/../a.pdf", "in.pdf"])
    func `A background in the ink file's own folder is read`(name: String) throws {
        #expect(try Self.shell(naming: name).limn("flatten ink/note.xopp -o out.pdf") == Self.written)
    }

    @Test func `Its name in results is the one that leads there`() throws {
        let shell = try Self.shell(naming: "a.pdf")
        #expect(try shell.json("flatten ink/note.xopp -o out.pdf --json").first?["input"] as? String == "ink/a.pdf")
    }

    @Test(arguments: [
        "/etc/passwd", "/no/such/file.pdf", "../other/b.pdf", "../other/none.pdf", "out.pdf", "door/b.pdf",
    ])
    func `A background elsewhere is not read, nor told whether it exists`(name: String) throws {
        let path = name.hasPrefix("/") ? name : "ink/\(name)"
        #expect(
            try Self.shell(naming: name).limn("flatten ink/note.xopp -o out.pdf") == """
                2> limn: ink/note.xopp: The ink names the PDF \(path), which is not in the ink file's own folder; allow \
                its folder with --allow-background DIR, or give the PDF yourself.
                [1]
                """)
    }

    @Test(arguments: ["../other/b.pdf", "out.pdf", "door/b.pdf"])
    func `A background elsewhere is read from a folder that is allowed`(name: String) throws {
        let typed = "flatten ink/note.xopp -o out.pdf --allow-background other"
        #expect(try Self.shell(naming: name).limn(typed) == Self.written)
    }

    @Test func `A folder that is allowed and does not exist is told`() throws {
        #expect(
            try Self.shell(naming: "a.pdf").limn("flatten ink/note.xopp -o out.pdf --allow-background none") == """
                2> limn: none: The folder for backgrounds does not exist.
                [1]
                """)
    }

    @Test(arguments: ["gone.pdf", "none/gone.pdf"])
    func `A missing background is told`(name: String) throws {
        #expect(
            try Self.shell(naming: name).limn("flatten ink/note.xopp -o out.pdf") == """
                2> limn: ink/note.xopp: The ink names the PDF ink/\(name), which does not exist; give the PDF \
                yourself.
                [1]
                """)
    }

    @Test(arguments: [
        ("gone.pdf", "ink/gone.pdf, which does not exist"),
        ("../other/b.pdf", "ink/../other/b.pdf, which is not in the ink file's own folder"),
    ])
    func `A thumbnail of ink whose PDF cannot be read is drawn on plain paper`(name: String, told: String) throws {
        let shell = try Self.shell(naming: name)
        #expect(
            try shell.limn("thumbnail ink/note.xopp -o small.png") == """
                1> small.png  256 × 128 px, N bytes
                2> limn: ink/note.xopp: warning: The ink names the PDF \(told); plain paper replaces it.
                [3] +small.png
                """)
        _ = try shell.limn("thumbnail ink/a.pdf -o paper.png")
        #expect(try shell.read("small.png") != shell.read("paper.png"), "The ink is missing.")
    }

    @Test func `A page on its own is not drawn without its PDF`() throws {
        #expect(
            try Self.shell(naming: "gone.pdf").limn("render ink/note.xopp") == """
                2> limn: ink/note.xopp: The ink names the PDF ink/gone.pdf, which does not exist; give the PDF \
                yourself.
                [1]
                """)
    }

    @Test func `A folder as background is told`() throws {
        #expect(
            try Self.shell(naming: "folder").limn("flatten ink/note.xopp -o out.pdf") == """
                2> limn: ink/folder: It cannot be read: it is a folder; give a file.
                [1]
                """)
    }

    @Test func `Ink on pages of a PDF that it does not name needs that PDF`() throws {
        let shell = try Shell(["sheet.pdf": Documents.pages(1), "note.xopp": Notes.xopp(on: "sheet.pdf")])
        let text = String(decoding: try shell.read("note.xopp"), as: UTF8.self)
        try shell.write("note.xopp", Array(text.replacingOccurrences(of: " filename=\"sheet.pdf\"", with: "").utf8))
        #expect(
            try shell.limn("flatten note.xopp -o out.pdf") == """
                2> limn: note.xopp: warning: 1 × background (PDF without a name) is left out.
                2> limn: note.xopp: The ink names no PDF to write on; give one: limn flatten TEMPLATE.pdf note.xopp -o \
                OUT.pdf.
                [1]
                """)
    }
}
