// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// `limn character item`.
struct CharacterItemTests {
    @Test func `A search finds typed texts and notes, and says where`() throws {
        let shell = try LibraryShell.withMia()
        _ = try shell.shell.sh("limn character create Ole --template sheet --library lib -q")
        _ = try shell.shell.sh(
            "limn character item add Mia --page 1 --text 'A Zárquon lamp' --at 90,90 -q --library lib")
        _ = try shell.shell.sh(
            "limn character item add Ole --page 2 --note Clue --body 'hidden door' --at 9,9 -q --library lib")
        expect(
            try shell.limn("character list --search zarquon"),
            "1> ID  Mia  on sheet\n1>   page 1: “A Zárquon lamp”\n[0]")
        expect(
            try shell.limn("character list --search door_hidden"),
            "1> ID  Ole  on sheet\n1>   page 2: “Clue / hidden door”\n[0]")
        expect(try shell.limn("character list --search nowhere"), "[0]")
    }

    @Test func `Texts and notes are added, listed, removed, and come back by undo`() throws {
        let shell = try LibraryShell.withMia(["no.png": Array("no picture".utf8)])
        func typed(_ line: String) throws -> String { try shell.limn("character item \(line)") }
        #expect(
            try typed("add Mia --page 1 --text Ranger_of_the_north --at 20,30 --size 14 --color #a00000")
                == "1> Mia, page 1: +1, 0 strokes, 1 other item\n[0]")
        #expect(
            try typed("add Mia --page 1 --note Trap --body The_door --at 120,5.5")
                == "1> Mia, page 1: +1, 0 strokes, 2 other items\n[0]")
        let list = "1> page 1, 1: text, 20,30  “Ranger of the north”\n1> page 1, 2: note, 120,5.5  “Trap”\n[0]"
        #expect(try typed("list Mia") == list)
        #expect(
            try typed("remove Mia --page 1 --index 1") == "1> Mia, page 1: −1, 0 strokes, 1 other item\n[0]")
        #expect(try typed("list Mia --page 1") == "1> page 1, 1: note, 120,5.5  “Trap”\n[0]")
        _ = try shell.limn("character undo Mia")
        #expect(try typed("list Mia") == list)
    }

    @Test func `Items go through a package, and through a PDF's annotations without source ink, as they were`() throws {
        let shell = try LibraryShell.withMia([:])
        for line in [
            "--text Ranger_of_the_north --at 20,30 --size 14 --width 90", "--note Trap --body The_door --at 120,5.5",
        ] {
            _ = try shell.limn("character item add Mia --page 1 \(line)")
        }
        let list = try shell.limn("character item list Mia")
        _ = try shell.limn("library pack Mia mia.limnpkg")
        _ = try shell.limn("character rename Mia Bea")
        _ = try shell.limn("library unpack mia.limnpkg")
        #expect(try shell.limn("character item list Mia") == list)
        _ = try shell.limn("export Mia -o mia.pdf --mode annotate --no-source-ink")
        #expect(try shell.shell.limn("item list mia.pdf") == list)
    }

    @Test func `What cannot be is refused with a sentence`() throws {
        let shell = try LibraryShell.withMia(["no.png": Array("no picture".utf8)])
        func typed(_ line: String) throws -> String { try shell.limn("character item \(line)") }
        #expect(
            try typed("add Mia --page 1 --image no.png --at 1,1")
                == "2> limn: no.png: This is not a PNG or JPEG picture.\n[1]")
        #expect(try typed("add Mia --page 9 --text a --at 1,1").hasSuffix("[1]"))
        #expect(
            try typed("remove Mia --page 1 --index 3") == "2> limn: There is no item 3; the page has 0 items.\n[1]")
        #expect(
            try typed("add Mia --page 1 --text a --at 1,1 --layer Secrets")
                == "2> limn: There is no layer “Secrets” on this page.\n[1]")
        for usage in [
            "--at 1,1", "--text a", "--text a --note b --at 1,1", "--text a --at 1", "--note a --size 4 --at 1,1",
        ] {
            #expect(try typed("add Mia --page 1 \(usage)").hasSuffix("[64]"), "\(usage)")
        }
    }
}
