// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// `limn character page`.
@Suite struct CharacterPageTests {
    private func draw(_ shell: LibraryShell, _ file: String, _ page: Int) throws -> Picture {
        try Engine.pdfium.draw(shell.shell.folder.path(file), page: page, dpi: 72)
    }

    @Test func `Pages are inserted, duplicated, moved, rotated and removed, each told in a line`() throws {
        let shell = try LibraryShell.withMia()
        expect(
            try shell.limn("character page list Mia"),
            """
            1> page 1: page 1 of the template, 595.3 × 841.9 pt
            1> page 2: page 2 of the template, 595.3 × 841.9 pt
            [0]
            """)
        expect(
            try shell.limn("character page insert Mia --after 1 --paper lined"),
            "1> Mia, page 2 of 3: lined paper, 595.3 × 841.9 pt\n[0]")
        expect(
            try shell.limn("character page insert Mia --size 300x200"),
            "1> Mia, page 4 of 4: plain paper, 300 × 200 pt\n[0]")
        expect(
            try shell.limn("character page duplicate Mia --page 1"),
            "1> Mia, page 2 of 5: page 1 of the template, 595.3 × 841.9 pt\n[0]")
        expect(
            try shell.limn("character page rotate Mia --page 2 --by -90"),
            "1> Mia, page 2 of 5: page 1 of the template, 841.9 × 595.3 pt, rotated by 270°\n[0]")
        expect(
            try shell.limn("character page move Mia --page 5 --before 1"),
            "1> Mia, page 1 of 5: plain paper, 300 × 200 pt\n[0]")
        expect(
            try shell.limn("character page remove Mia --page 5"),
            "1> Mia, page 4 of 4: lined paper, 595.3 × 841.9 pt\n[0]")
        expect(
            try shell.limn("character page list Mia"),
            """
            1> page 1: plain paper, 300 × 200 pt
            1> page 2: page 1 of the template, 595.3 × 841.9 pt
            1> page 3: page 1 of the template, 841.9 × 595.3 pt, rotated by 270°
            1> page 4: lined paper, 595.3 × 841.9 pt
            [0]
            """)
        // Others keep the template's pages.
        _ = try shell.limn("character create Ole --template sheet")
        #expect((try shell.json("character page list Ole").first?["pages"] as? [Any])?.count == 2)
        #expect(try shell.limn("library check").hasSuffix("[0]"))
    }

    @Test func `What cannot be done says so, and changes nothing`() throws {
        let shell = try LibraryShell.withMia()
        expect(
            try shell.limn("character page remove Mia --page 3"),
            "2> limn: There is no page 3: the character has 2 pages.\n[1]")
        expect(
            try shell.limn("character page move Mia --page 1 --before 9"),
            "2> limn: There is no page 9: the character has 2 pages.\n[1]")
        for wrong in [
            "move Mia --page 1", "move Mia --page 1 --before 1 --after 2", "remove Mia --page 0",
            "rotate Mia --page 1 --by 45", "insert Mia --paper striped", "insert Mia --size 5", "insert Mia --size 0x9",
            "duplicate Mia",
        ] {
            #expect(try shell.limn("character page \(wrong)").hasSuffix("[64]"), "\(wrong)")
        }
        _ = try shell.limn("character page remove Mia --page 1")
        expect(
            try shell.limn("character page remove Mia --page 1"),
            "2> limn: This is the only page of the character, and it keeps at least one.\n[1]")
        _ = try shell.limn("template import map.pdf")
        let moved = try shell.limn("character rebase Mia --to map")
        #expect(moved.contains("The character has pages of its own order") && !moved.hasSuffix("[0]"), "\(moved)")
    }

    @Test func `Exports, pictures and thumbnails follow, with ink on its pages`() throws {
        let shell = try LibraryExportTests.mia()
        _ = try shell.limn("export Mia -o before.pdf")
        _ = try shell.limn("character page insert Mia --after 1 --paper squared")
        _ = try shell.limn("character item add Mia --page 2 --text Ranger --at 100,100")
        _ = try shell.limn("character page duplicate Mia --page 1")
        _ = try shell.limn("character page move Mia --page 4 --before 1")
        // Now: page 2, page 1, page 1 again, paper.
        let object = try #require(try shell.json("export Mia -o after.pdf").first)
        #expect(object["status"] as? String == "ok" && object["pageCount"] as? Int == 4, "\(object)")
        #expect(object["inkedPages"] as? [Int] == [1, 2, 3, 4] && object["originalIsPrefix"] as? Bool == false)
        for (page, old) in [(1, 2), (2, 1), (3, 1)] {
            #expect(try draw(shell, "after.pdf", page) == draw(shell, "before.pdf", old), "\(page)")
        }
        #expect(try shell.shell.sh("qpdf --check after.pdf >/dev/null 2>&1; echo $?").contains("1> 0"))
        for mode in ["annotate", "burn", "redraw", "raster"] {
            let made = try #require(try shell.json("export Mia -o \(mode).pdf --mode \(mode)").first)
            #expect(["ok", "warnings"].contains(made["status"] as? String ?? ""), "\(mode): \(made)")
            #expect(made["pageCount"] as? Int == 4)
        }
        _ = try shell.limn("render Mia -o pages/ -r 36")
        _ = try shell.limn("character create Ole --template sheet")
        _ = try shell.limn("render Ole -o pages/ -r 36")
        #expect(try shell.shell.read("pages/Mia-2.png") == shell.shell.read("pages/Mia-3.png"))
        #expect(try shell.shell.read("pages/Mia-4.png") != shell.shell.read("pages/Ole-2.png"))
        _ = try shell.limn("thumbnails Mia -o small/")
        let first = try shell.shell.read("small/Mia.png")
        _ = try shell.limn("character page move Mia --page 4 --before 1")
        _ = try shell.limn("thumbnails Mia -o small/")
        #expect(try shell.shell.read("small/Mia.png") != first)
        let chosen = try #require(try shell.json("export Mia -o chosen.pdf --pages 2,3").first)
        #expect(chosen["pageCount"] as? Int == 2, "\(chosen)")
        #expect(try draw(shell, "chosen.pdf", 1) == draw(shell, "before.pdf", 2))
        let refused = try shell.limn("export Mia -o no.pdf --save append")
        #expect(refused.contains("cannot be appended") && refused.hasSuffix("[1]"), "\(refused)")
    }

    @Test func `A rotated page shows its ink where it was on the page`() throws {
        let shell = try LibraryExportTests.mia()
        _ = try shell.limn("export Mia -o before.pdf")
        let counts = try shell.strokes(of: "Mia")
        _ = try shell.limn("character page rotate Mia --page 1")
        _ = try shell.limn("export Mia -o turned.pdf")
        let (before, turned) = (try draw(shell, "before.pdf", 1), try draw(shell, "turned.pdf", 1))
        #expect(turned.width == before.height && turned.height == before.width)
        for _ in 1...3 { _ = try shell.limn("character page rotate Mia --page 1") }
        _ = try shell.limn("export Mia -o again.pdf")
        #expect(try shell.strokes(of: "Mia") == counts)
        #expect(try shell.limn("character undo Mia").hasSuffix("[0]"))
        let changes = try shell.json("character changes Mia").suffix(4)
        #expect(changes.allSatisfy { $0["arranged"] as? Bool == true })
        for _ in 1...3 { _ = try shell.limn("character undo Mia") }
        _ = try shell.limn("export Mia -o undone.pdf")
        #expect(try draw(shell, "undone.pdf", 1) == before)
    }

    @Test func `Values stay in the fields of their pages, and a copy of a page shows them, too`() throws {
        let shell = try LibraryShell.withMia()
        _ = try shell.limn("character fill Mia --set identity.name=Maren")
        _ = try shell.limn("export Mia -o before.pdf")
        _ = try shell.limn("character page duplicate Mia --page 1")
        _ = try shell.limn("character page insert Mia --before 1 --paper dotted")
        let object = try #require(try shell.json("export Mia -o after.pdf").first)
        #expect(object["status"] as? String == "ok", "\(object)")
        for page in [2, 3] { #expect(try draw(shell, "after.pdf", page) == draw(shell, "before.pdf", 1)) }
        let fields = try shell.shell.sh("limn form show after.pdf | grep Maren | head -1")
        #expect(fields.contains("Maren"), "\(fields)")
    }

    @Test func `A package carries the pages, and a removed page comes back with its ink`() throws {
        let shell = try LibraryExportTests.mia()
        _ = try shell.limn("character page duplicate Mia --page 2")
        _ = try shell.limn("character page rotate Mia --page 3")
        _ = try shell.limn("character page move Mia --page 3 --before 1")
        _ = try shell.limn("character page remove Mia --page 2")
        _ = try shell.limn("export Mia -o here.pdf")
        _ = try shell.limn("library pack Mia mia.limnpkg")
        let unpacked = try shell.limn("library unpack mia.limnpkg", library: "other")
        #expect(unpacked.hasSuffix("+other/") || unpacked.contains("[0]"), "\(unpacked)")
        _ = try shell.limn("export Mia -o there.pdf", library: "other")
        for page in [1, 2] { #expect(try draw(shell, "here.pdf", page) == draw(shell, "there.pdf", page)) }
        expect(
            try shell.limn("character undo Mia"), "1> Mia, page 3: nothing changed, 675 strokes\n[0]")
        #expect((try shell.json("character page list Mia").first?["pages"] as? [Any])?.count == 3)
    }

    @Test func `A link names a page by its position, and follows the page`() throws {
        let shell = try LibraryShell.withMia()
        _ = try shell.limn("character page move Mia --page 2 --before 1")
        let added = try shell.limn("character item add Mia --page 1 --link 1 --width 50 --height 20 --at 10,10")
        #expect(added.hasSuffix("[0]"), "\(added)")
        #expect(try shell.limn("character item list Mia").contains("page 1”"))
        _ = try shell.limn("character page move Mia --page 1 --after 2")
        #expect(try shell.limn("character item list Mia").contains("page 2”"))
        let missing = try shell.limn("character item add Mia --page 1 --link 9 --width 5 --height 2 --at 1,1")
        #expect(missing.contains("There is no page 9") && missing.hasSuffix("[1]"), "\(missing)")
    }

    @Test func `An export of pages in an order of their own is imported with them`() throws {
        let shell = try LibraryExportTests.mia()
        _ = try shell.limn("character page insert Mia --after 1 --paper squared")
        _ = try shell.limn("character page move Mia --page 3 --before 1")
        _ = try shell.limn("character page rotate Mia --page 2")
        let counts = try shell.strokes(of: "Mia")
        _ = try shell.limn("export Mia -o after.pdf")
        let made = try shell.limn("character import after.pdf --name Back")
        #expect(made.hasSuffix("[0]"), "\(made)")
        #expect(try shell.strokes(of: "Back") == counts)
        let pages = try shell.json("character page list Back").first?["pages"] as? [[String: Any]] ?? []
        #expect(pages.count == 3 && pages.allSatisfy { $0["rotation"] as? Int == 0 })
        // Its pages are those of a template of their own.
        #expect(try shell.limn("template list").contains("after"))
    }
}
