// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// What a person does with a sheet, from its import to another library, as it was typed and answered.
@Suite struct LibraryStoryTests {
    @Test func `A sheet is imported, drawn on, exported, packed, unpacked elsewhere and exported alike`() throws {
        let shell = try LibraryShell(["ink.xopp": try Project.sample("character-sheet.xopp")])
        func told(_ command: String, _ answer: String, library: String = "lib") throws {
            expect(try shell.limn(command, library: library), answer)
        }
        try told("template import sheet.pdf", "1> ID  sheet  2 pages, 105534 bytes, form\n[0]")
        try told("character create Maren_Åshwick --template sheet", "1> ID  Maren Åshwick  on sheet\n[0]")
        try told("character draw maren --page 1 ink.xopp", "1> Maren Åshwick, page 1: +607, 607 strokes\n[0]")
        try told("character draw maren --page 2 ink.xopp", "1> Maren Åshwick, page 2: +675, 675 strokes\n[0]")
        try told("character undo maren", "1> Maren Åshwick, page 2: −675, 0 strokes\n[0]")
        #expect(try shell.strokes(of: "maren") == [1: 607, 2: 0])
        try told("character redo maren", "1> Maren Åshwick, page 2: +675, 675 strokes\n[0]")
        // What is written by hand is found, too, where the files that read it are installed.
        func found(_ words: String, _ answer: String) throws {
            let list = try shell.shell.sh("LIMN_READING=/nowhere limn character list --library lib \(words)")
            #expect(list.hasPrefix("1> ") && list.contains("  \(answer)\n[0]"), "\(list)")
        }
        try found("--search ashwick", "Maren Åshwick  on sheet")
        try told("character favorite maren", "1> ID  ★ Maren Åshwick  on sheet\n[0]")
        try found("--favorites --search åsh", "★ Maren Åshwick  on sheet")
        try told("export maren -o first.pdf", "1> first.pdf  1282 strokes on 2 of 2 pages, N bytes\n[0] +first.pdf")
        try told("library pack maren maren.limnpkg", "1> maren.limnpkg  Maren Åshwick, N bytes\n[0] +maren.limnpkg")
        try told("library unpack maren.limnpkg", "1> ID  ★ Maren Åshwick  on sheet\n[0]", library: "other")
        try told(
            "export maren -o second.pdf", "1> second.pdf  1282 strokes on 2 of 2 pages, N bytes\n[0] +second.pdf",
            library: "other")
        #expect(try shell.shell.read("first.pdf") == shell.shell.read("second.pdf"))
        try told("library check", "1> 1 template, 2 drawings: sound\n[0]")
        try told("library check", "1> 1 template, 2 drawings: sound\n[0]", library: "other")
        let there = try #require(try shell.json("character show maren", library: "other").first)
        #expect(there["lastPage"] as? Int == 2)
        #expect(there["favorite"] as? Bool == true)
    }

    @Test func `Stock unzip opens a package`() throws {
        let shell = try LibraryExportTests.mia()
        _ = try shell.limn("library pack Mia mia.limnpkg")
        let unzip = try Requirement.tool("unzip")
        #expect(try TestSupport.run(unzip, "-tqq", shell.shell.folder.path("mia.limnpkg")).status == 0)
        let list = try TestSupport.run(unzip, "-Z1", shell.shell.folder.path("mia.limnpkg")).text
        #expect(list.contains(".pdf\n"))
        #expect(list.contains(".limn\n"))
        #expect(list.contains(".png\n"))
        #expect(list.contains(".json\n"))
    }

    @Test func `A package brings its template once, and an orphan none`() throws {
        let shell = try LibraryExportTests.mia()
        _ = try shell.limn("library pack Mia mia.limnpkg")
        _ = try shell.limn("library unpack mia.limnpkg")
        #expect(try shell.json("template list").count == 1)
        #expect(try shell.json("character list").count == 2)
        _ = try shell.limn("template remove sheet --keep-characters --yes")
        let ids = try shell.json("character list").compactMap { $0["id"] as? String }
        _ = try shell.limn("library pack \(ids[0]) orphan.limnpkg")
        expect(try shell.limn("library unpack orphan.limnpkg", library: "third"), "1> ID  Mia  no template\n[0]")
        #expect(try shell.strokes(of: "Mia", library: "third") == [1: 607, 2: 675])
    }

    @Test func `What is no package, or is damaged, changes nothing`() throws {
        let shell = try LibraryExportTests.mia()
        _ = try shell.limn("library pack Mia mia.limnpkg")
        let bytes = try shell.shell.read("mia.limnpkg")
        try shell.shell.write("cut.limnpkg", Array(bytes.dropLast(100)))
        var flipped = bytes
        flipped[bytes.count / 2] ^= 1
        try shell.shell.write("flipped.limnpkg", flipped)
        for file in ["sheet.pdf", "cut.limnpkg", "flipped.limnpkg", "none.limnpkg"] {
            let transcript = try shell.limn("library unpack \(file)", library: "other")
            #expect(transcript.hasPrefix("2> limn: "), "\(transcript)")
            #expect(transcript.components(separatedBy: file).count == 2, "\(transcript)")
            #expect(transcript.hasSuffix("\n[1]"), "\(transcript)")
        }
        #expect(try shell.json("character list", library: "other").isEmpty)
        #expect(try shell.json("template list", library: "other").isEmpty)
    }

    @Test func `A package is read by a worker, even that of an orphan`() throws {
        let shell = try LibraryExportTests.mia()
        _ = try shell.limn("template remove sheet --keep-characters --yes")
        _ = try shell.limn("library pack Mia orphan.limnpkg")
        let transcript = try shell.shell.sh("LIMN_WORKER=/none limn library unpack orphan.limnpkg --library other")
        #expect(
            transcript.hasPrefix("2> limn: The worker /none cannot be started: "), "\(transcript)")
        #expect(transcript.contains("\n[1]"), "\(transcript)")
        #expect(try shell.json("character list", library: "other").isEmpty)
    }

    @Test func `A package that comes through a pipe is unpacked like a file`() throws {
        let shell = try LibraryExportTests.mia()
        _ = try shell.limn("library pack Mia mia.limnpkg")
        let package = try shell.shell.read("mia.limnpkg")
        expect(
            try shell.limn("library unpack -", library: "other", input: package), "1> ID  Mia  on sheet\n[0]")
        #expect(try shell.strokes(of: "Mia", library: "other") == [1: 607, 2: 675])
    }

    @Test func `A package of a locked sheet asks for its password`() throws {
        let shell = try LibraryShell(["locked.pdf": try Documents.locked(), "right": Array("limn\n".utf8)])
        _ = try shell.limn("template import locked.pdf --password-file right")
        _ = try shell.limn("character create Mia --template locked")
        _ = try shell.limn("library pack Mia mia.limnpkg --password-file right")
        expect(
            try shell.limn("library unpack mia.limnpkg", library: "other"),
            "2> limn: locked: \(LockedTests.advised)\n[1]")
        #expect(
            try shell.limn("library unpack mia.limnpkg --password-file right", library: "other").hasSuffix("[0]"))
    }
}
