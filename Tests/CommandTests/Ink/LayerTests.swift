// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Layers of files and of characters, as they are changed from the command.
@Suite struct LayerTests {
    @Test func `Layers of a file are listed, and get names, places and an audience`() throws {
        let shell = try Shell(["a.limn": try MarkedSecret.ink()])
        expect(
            try shell.limn("layer list a.limn"),
            """
            1> page 1, 1: Table, 1 stroke, 2 items
            1> page 1, 2: Behind the screen, for the game master, 1 stroke, 4 items
            [0]
            """)
        for (number, change) in [
            "rename % Table Party", "hide % Party", "lock % 2", "move % 2 --to 1", "audience % 1 players",
        ]
        .enumerated() {
            let input = number == 0 ? "a.limn" : "\(number - 1).limn"
            let done = try shell.limn(
                "layer \(change.replacingOccurrences(of: "%", with: input)) -o \(number).limn")
            #expect(done.hasSuffix("[0] +\(number).limn"), "\(done)")
        }
        expect(
            try shell.limn("layer list 4.limn"),
            """
            1> page 1, 1: Behind the screen, locked, 1 stroke, 4 items
            1> page 1, 2: Party, hidden, 1 stroke, 2 items
            [0]
            """)
        _ = try shell.limn("layer lock 4.limn 1 --off -o 5.limn")
        _ = try shell.limn("layer show 5.limn Party -o 6.limn")
        let list = try shell.limn("layer list 6.limn")
        #expect(!list.contains("locked") && !list.contains("hidden"), "\(list)")
    }

    @Test func `A layer that moves in the list keeps what is on it, and nothing looks different`() throws {
        let shell = try Shell(["a.limn": try MarkedSecret.ink()])
        _ = try shell.limn("layer move a.limn 2 --to 1 -o b.limn")
        for name in ["a", "b"] {
            _ = try shell.limn("render \(name).limn -o \(name).png --dpi 72 --audience gm")
            _ = try shell.limn("render \(name).limn -o \(name)-players.png --dpi 72")
        }
        func pixels(_ name: String) throws -> [UInt8] { try DecodedPicture(shell.read("\(name).png")).bytes }
        #expect(try pixels("a") == pixels("b"))
        #expect(try pixels("a-players") == pixels("b-players"))
        #expect(try pixels("a") != pixels("a-players"))
    }

    @Test func `What cannot be done is said, and writes nothing`() throws {
        let shell = try Shell(["a.limn": try MarkedSecret.ink(), "a.pdf": Documents.pages(1)])
        _ = try shell.limn("flatten a.pdf a.limn -o b.pdf")
        for (command, sentence) in [
            ("layer hide a.limn Nobody -o x.limn", "There is no layer “Nobody” on this page; it has 2 layers."),
            ("layer hide a.limn 3 -o x.limn", "There is no layer “3” on this page; it has 2 layers."),
            ("layer hide a.limn 9223372036854775808 -o x.limn", "There is no layer"),
            ("layer add a.limn Table -o x.limn", "There is already a layer “Table” on this page."),
            ("layer move a.limn 1 --to 9 -o x.limn", "There is no place 9; the page has 2 layers."),
            ("layer move a.limn 1 --to 9223372036854775807 -o x.limn", "There is no place"),
            ("layer hide a.limn 1 --page 7 -o x.limn", "There is no page 7; the ink has 1."),
            ("layer hide b.pdf 1 -o x.limn", "The layers of the ink in a PDF stay as they are."),
        ] {
            let done = try shell.limn(command)
            #expect(done.contains(sentence) && !done.contains("x.limn"), "\(command): \(done)")
            #expect(done.hasSuffix("[1]") || done.hasSuffix("[64]"), "\(command): \(done)")
        }
        #expect(try shell.limn("layer list b.pdf").contains("1: Table"))
    }

    @Test func `A character gets a layer for the game master, and exports for players know nothing of it`() throws {
        let shell = try LibraryShell.withMia()
        for command in [
            "character layer add Mia Plans --page 1 --audience gm",
            "character item add Mia --page 1 --text Xylographer --layer Plans --at 10,10",
        ] { #expect(try shell.limn(command).contains("[0]")) }
        let list = try shell.limn("character layer list Mia")
        #expect(list.contains("2: Plans, for the game master, 0 strokes, 1 item"), "\(list)")
        let export = try shell.limn("export Mia -o out.pdf")
        #expect(export.contains("One layer for the game master was left out."), "\(export)")
        #expect(try MarkedSecret.marks(in: try shell.shell.read("out.pdf")) == [])
        _ = try shell.limn("character layer audience Mia Plans players --page 1")
        _ = try shell.limn("export Mia -o out.pdf")
        #expect(try MarkedSecret.marks(in: try shell.shell.read("out.pdf")).contains("Xylographer"))
        // Each change can be undone.
        for _ in 0..<3 { #expect(try shell.limn("character undo Mia").contains("[0]")) }
        #expect(!(try shell.limn("character layer list Mia --page 1").contains("Plans")))
    }
}
