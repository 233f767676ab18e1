// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
import Testing
import TestSupport

/// Ink that is converted to another folder stays on its PDF.
@Suite struct MovedBackgroundTests {
    /// Notes on an attached PDF, as Xournal++ saves them.
    private static func attached() -> [UInt8] {
        let text = String(decoding: Notes.xopp(on: "bg.pdf"), as: UTF8.self)
        return Array(text.replacingOccurrences(of: "domain=\"absolute\"", with: "domain=\"attach\"").utf8)
    }

    @Test func `A PDF named by a relative path is found from the new folder`() throws {
        let shell = try Shell([
            "in/sheet.pdf": Documents.pages(1), "in/note.xopp": Notes.xopp(on: "sheet.pdf"), "out/keep": [],
        ])
        expect(
            try shell.limn("ink convert in/note.xopp out/note.xopp --verbose"),
            """
            1> out/note.xopp  1 stroke, 2 → 2 points, 269 → N bytes
            2> limn: out/note.xopp: note: It names its PDF as FOLDER/in/sheet.pdf.
            [0] +out/note.xopp
            """)
        #expect(try shell.limn("flatten out/note.xopp -o out.pdf --allow-background in").hasSuffix("[0] +out.pdf"))
    }

    @Test func `An attached PDF goes with the ink, also under another name and into Limn's own format`() throws {
        let shell = try Shell([
            "in/note.xopp": Self.attached(), "in/note.xopp.bg.pdf": Documents.pages(1), "out/keep": [],
        ])
        #expect(
            try shell.limn("ink convert in/note.xopp out/moved.xopp").hasSuffix(
                "[0] +out/moved.xopp +out/moved.xopp.bg.pdf"))
        #expect(try shell.read("out/moved.xopp.bg.pdf") == Documents.pages(1))
        #expect(try shell.limn("flatten out/moved.xopp -o a.pdf").hasSuffix("[0] +a.pdf"))
        #expect(
            try shell.limn("ink convert in/note.xopp in/note.limn").hasSuffix("[0] +in/note.limn +in/note.limn.bg.pdf"))
        #expect(try shell.limn("flatten in/note.limn -o b.pdf").hasSuffix("[0] +b.pdf"))
    }

    @Test func `A PDF that cannot go with the ink is told`() throws {
        let shell = try Shell([
            "in/note.xopp": Self.attached(), "in/far.xopp": Notes.xopp(on: "gone.pdf"), "out/keep": [],
        ])
        expect(
            try shell.limn("ink convert in/note.xopp out/note.xopp --quiet"), "[3] +out/note.xopp")
        #expect(
            try shell.limn("ink convert in/note.xopp out/other.xopp").contains(
                "2> limn: in/note.xopp: warning: The PDF that is attached to the ink, in/note.xopp.bg.pdf, was not found."
            ))
        #expect(
            try shell.limn("ink convert in/far.xopp out/far.xopp").contains(
                "warning: The ink is on the PDF gone.pdf, which does not exist."))
    }

    @Test func `The PDF inside a tablet's archive is written beside Xournal++'s notes`() throws {
        var files = try RemarkableTests.files(new: false, in: "doc")
        let shell = try Shell()
        for (name, bytes) in files { try shell.write(name, bytes) }
        files.removeAll()
        _ = try shell.sh("cd doc && zip -qr ../doc.rmdoc .")
        let done = try shell.limn("ink convert doc.rmdoc notes.xopp")
        #expect(done.contains("+notes.xopp +notes.xopp.bg.pdf"), "\(done)")
        #expect(try shell.limn("render notes.xopp --dpi 30 -o pages").contains("+pages/"))
    }
}
