// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Damage is told, contained, and never an excuse to delete; a restore asks, and keeps what it replaces.
@Suite struct LibraryDamageTests {
    /// A library where Mia has ink on both pages.
    private static func mia() throws -> LibraryShell {
        let shell = try LibraryShell.withMia(["a.xopp": Notes.xopp(size: (595, 842))])
        for page in 1...2 { _ = try shell.limn("character draw Mia --page \(page) a.xopp") }
        return shell
    }

    private static func harm(_ shell: LibraryShell, _ statements: String) throws {
        let done = try shell.shell.sh("python3 -c \"\(statements)\"")
        #expect(done.contains("[0]"), "\(done)")
    }

    @Test func `An empty database beside PDFs is damage, and a repair deletes nothing`() throws {
        let shell = try LibraryShell.withMia()
        for name in ["-wal", "-shm"] { try? shell.shell.delete("lib/library.sqlite\(name)") }
        try shell.shell.write("lib/library.sqlite", [])
        let checked = try shell.limn("library check --repair")
        #expect(
            checked.contains("database: The library lib is damaged: its database library.sqlite is empty"), "\(checked)"
        )
        #expect(checked.contains("--salvage FOLDER writes what is left"), "\(checked)")
        #expect(checked.hasSuffix("[1]"), "\(checked)")
        #expect(try shell.json("library check").first?["sound"] as? Bool == false)
        for command in ["template list", "template import map.pdf", "character list"] {
            #expect(try shell.limn(command).hasSuffix("[1]"), "\(command)")
        }
        let blobs = shell.shell.folder.url.appendingPathComponent("lib/blobs")
        #expect(try FileManager.default.contentsOfDirectory(atPath: blobs.path).count == 1)
        let salvaged = try shell.limn("library check --salvage rescued")
        #expect(salvaged.contains("only the PDFs were saved"), "\(salvaged)")
        #expect(salvaged.contains("[3]"), "\(salvaged)")
        let aside = shell.shell.folder.url.appendingPathComponent("rescued/set-aside")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: aside.path).first)
        #expect(try shell.shell.read("rescued/set-aside/\(name)") == shell.shell.read("sheet.pdf"))
    }

    @Test func `One damaged page does not keep a character from being exported, and is named`() throws {
        let shell = try Self.mia()
        try Self.harm(
            shell,
            """
            import sqlite3; c = sqlite3.connect('lib/library.sqlite')
            c.execute('UPDATE inkEdit SET edit = x\\'00\\' WHERE drawing IN (SELECT id FROM drawing WHERE page = 2)')
            c.commit()
            """)
        expect(
            try shell.limn("export Mia -o out.pdf"),
            """
            1> out.pdf  1 stroke on 1 of 2 pages, N bytes
            2> limn: Mia: warning: The ink of page 2 is damaged and was left out.
            [3] +out.pdf
            """)
        let checked = try shell.limn("library check")
        #expect(
            checked.contains("1> ink: The ink of page 2 of “Mia” is damaged: it has bytes that are not ink."),
            "\(checked)")
        let saved = try shell.limn("library backup saved")
        #expect(saved.contains("warning: The ink of page 2 of “Mia” is damaged"), "\(saved)")
        #expect(saved.contains("[3]"))
        #expect(try shell.limn("library restore saved", library: "new").contains("restored: 1 template, 1 character"))
        #expect(try shell.limn("export Mia -o again.pdf", library: "new").contains("[3] +again.pdf"))
    }

    @Test func `A library without its first page is listed, exported, backed up and salvaged, and not changed`() throws
    {
        let shell = try Self.mia()
        try Self.harm(
            shell,
            """
            import os, sqlite3
            c = sqlite3.connect('lib/library.sqlite')
            c.execute('PRAGMA wal_checkpoint(TRUNCATE)'); c.close()
            for n in ['-wal', '-shm']:
                if os.path.exists('lib/library.sqlite' + n): os.remove('lib/library.sqlite' + n)
            f = open('lib/library.sqlite', 'r+b'); f.write(b'?' * 4096)
            """)
        let warning =
            "2> limn: warning: The library lib is damaged; this is what is left of it. "
            + "limn library check gives the details."
        expect(try shell.limn("character list"), "1> ID  Mia  on sheet\n\(warning)\n[3]")
        let exported = try shell.limn("export Mia -o out.pdf")
        #expect(exported.hasPrefix("1> out.pdf  2 strokes on 2 of 2 pages"), "\(exported)")
        #expect(exported.hasSuffix("[3] +out.pdf"), "\(exported)")
        let drawn = try shell.limn("character draw Mia --page 1 a.xopp")
        #expect(drawn.contains("is damaged and cannot be changed"), "\(drawn)")
        #expect(try shell.limn("library check").hasSuffix("[1]"))
        #expect(try shell.limn("library backup saved").contains("[3]"))
        #expect(try shell.limn("library check --salvage rescued").contains("salvaged: 1 template, 1 character"))
        for library in ["saved", "rescued"] {
            #expect(try shell.strokes(of: "Mia", library: library) == [1: 1, 2: 1])
            #expect(try shell.limn("library check", library: library).hasSuffix("sound\n[0]"))
        }
    }

    @Test func `A restore over a library wants --yes, tells what is newer, and keeps what it replaces`() throws {
        let shell = try Self.mia()
        _ = try shell.limn("library backup saved")
        _ = try shell.limn("character undo Mia")
        _ = try shell.limn("template import map.pdf")
        let asked = try shell.limn("library restore saved")
        #expect(
            asked.contains(
                "2> limn: The backup replaces the library lib, with 2 templates and 1 character. Newer than"),
            "\(asked)")
        #expect(asked.contains("“Mia” (changed "), "\(asked)")
        #expect(
            asked.contains("the template “map”. The replaced library is kept in lib.replaced-1. Nothing was done"),
            "\(asked)")
        #expect(asked.hasSuffix("[1]"))
        #expect(try shell.strokes(of: "Mia") == [1: 1, 2: 0])
        let restored = try shell.limn("library restore saved --yes")
        #expect(restored.contains("restored: 1 template, 1 character"), "\(restored)")
        #expect(restored.contains("the replaced library is kept in FOLDER/lib.replaced-1"), "\(restored)")
        #expect(try shell.strokes(of: "Mia") == [1: 1, 2: 1])
        #expect(try shell.json("template list", library: "lib.replaced-1").count == 2)
        #expect(try shell.strokes(of: "Mia", library: "lib.replaced-1") == [1: 1, 2: 0])
    }

    @Test func `A merge brings back single characters and changes nothing else`() throws {
        let shell = try Self.mia()
        _ = try shell.limn("character create Ida --template sheet")
        _ = try shell.limn("library backup saved")
        _ = try shell.limn("character remove Ida --yes")
        _ = try shell.limn("character undo Mia")
        expect(
            try shell.limn("library restore saved --merge"),
            """
            1> Nothing was brought back.
            2> limn: warning: “Ida” was left out: it is in the trash.
            [3]
            """)
        _ = try shell.limn("trash empty --yes")
        expect(try shell.limn("library restore saved --merge"), "1> ID  “Ida” brought back\n[0]")
        #expect(try shell.strokes(of: "Mia") == [1: 1, 2: 0])
        expect(
            try shell.limn("library restore saved --merge --character Mia"), "1> ID  “Mia (backup)” brought back\n[0]")
        #expect(try shell.strokes(of: "Mia_(backup)") == [1: 1, 2: 1])
        #expect(try shell.limn("library restore saved --character Mia").hasSuffix("[64]"))
        let json = try shell.json("library restore saved --merge --character Ida")
        #expect(json.first?["status"] as? String == "warnings")
    }
}
