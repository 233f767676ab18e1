// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct LibraryCareTests {
    @Test func `A sound library is told to be sound`() throws {
        let shell = try LibraryShell.withMia()
        expect(try shell.limn("library check"), "1> 1 template, 0 drawings: sound\n[0]")
        #expect(try shell.json("library check").first?["sound"] as? Bool == true)
    }

    @Test func `A damaged PDF is found, and healed by importing it again`() throws {
        let shell = try LibraryShell.withMia()
        let blobs = shell.shell.folder.url.appendingPathComponent("lib/blobs")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: blobs.path).first)
        try shell.shell.write("lib/blobs/\(name)", Array("damaged".utf8))
        let found = try shell.limn("library check")
        #expect(found.contains("1> blob: "))
        #expect(found.hasSuffix("[1]"))
        _ = try shell.limn("template import sheet.pdf")
        expect(try shell.limn("library check"), "1> 1 template, 0 drawings: sound\n[0]")
    }

    @Test func `A backup is a library, and brings back what was lost`() throws {
        let shell = try LibraryShell.withMia(["a.xopp": Notes.xopp(size: (595, 842))])
        _ = try shell.limn("character draw Mia --page 1 a.xopp")
        #expect(try shell.limn("library backup saved").contains("1 template, 1 character"))
        #expect(try shell.strokes(of: "Mia", library: "saved") == [1: 1])
        _ = try shell.limn("template remove sheet --yes")
        #expect(try shell.limn("library restore saved --yes").contains("restored: 1 template, 1 character"))
        #expect(try shell.strokes(of: "Mia") == [1: 1])
        #expect(try shell.limn("library backup saved").hasSuffix("[1]"))
    }

    @Test func `A backup of which nothing is left replaces nothing`() throws {
        let shell = try LibraryShell.withMia()
        _ = try shell.limn("library backup saved")
        try shell.shell.write("saved/library.sqlite", Array("damaged".utf8))
        #expect(try shell.limn("library restore saved --yes").hasSuffix("[1]"))
        #expect(try shell.json("character list").count == 1)
        #expect(try shell.limn("library check").hasSuffix("sound\n[0]"))
    }

    @Test func `A backup with a damaged PDF is restored with a warning`() throws {
        let shell = try LibraryShell.withMia()
        _ = try shell.limn("library backup saved")
        let blobs = shell.shell.folder.url.appendingPathComponent("saved/blobs")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: blobs.path).first)
        try shell.shell.write("saved/blobs/\(name)", Array("damaged".utf8))
        let restored = try shell.limn("library restore saved", library: "new")
        #expect(restored.contains("warning: The PDF of the template “sheet” (ID) is damaged"), "\(restored)")
        #expect(restored.contains("[3]"), "\(restored)")
        #expect(try shell.json("character list", library: "new").count == 1)
    }

    @Test func `What is no library is left alone`() throws {
        let shell = try LibraryShell(["lib/library.sqlite": Array("SQLite format 3, but not really".utf8)])
        let before = try shell.shell.read("lib/library.sqlite")
        for command in ["template import sheet.pdf", "template list", "library check"] {
            #expect(try shell.limn(command).hasSuffix("[1]"), "\(command)")
        }
        #expect(try shell.shell.read("lib/library.sqlite") == before)
    }
}
