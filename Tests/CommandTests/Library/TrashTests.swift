// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct TrashTests {
    private static func two() throws -> LibraryShell {
        let shell = try LibraryShell.withMia(["a.xopp": Notes.xopp(size: (595, 842))])
        _ = try shell.limn("character rename Mia Maren")
        _ = try shell.limn("character create Maren_Ashwick --template sheet")
        _ = try shell.limn("character draw Maren_Ashwick --page 1 a.xopp")
        return shell
    }

    @Test func `Without a terminal nothing is removed unless --yes is given, and nothing by the beginning of a name`()
        throws
    {
        let shell = try Self.two()
        expect(
            try shell.limn("character remove Maren"),
            "2> limn: “Maren” goes to the trash; it has no ink. Nothing was done; --yes does it.\n[1]")
        expect(
            try shell.limn("character remove Maren --yes"),
            "1> ID  “Maren” put into the trash, with ink on 0 pages\n[0]")
        expect(
            try shell.limn("character remove Maren --yes"),
            """
            2> limn: No character is called “Maren”. “Maren Ashwick” (ID) begins with it. Give the whole name or the id.
            [1]
            """)
        expect(
            try shell.limn("character remove Maren_Ashwik --yes"),
            "2> limn: There is no character “Maren Ashwik” in the library. Did you mean “Maren Ashwick”?\n[1]")
        #expect(try shell.json("character list").compactMap { $0["name"] as? String } == ["Maren Ashwick"])
        expect(
            try shell.limn("template remove she --yes"),
            "2> limn: No template is called “she”. “sheet” (ID) begins with it. Give the whole name or the id.\n[1]")
        expect(
            try shell.limn("template remove sheet"),
            """
            2> limn: “sheet” goes to the trash with its characters “Maren Ashwick” (--keep-characters keeps them). \
            Nothing was done; --yes does it.
            [1]
            """)
        #expect(try shell.json("template list").count == 1)
    }

    @Test func `One item of the trash is deleted, and the others stay`() throws {
        let shell = try Self.two()
        _ = try shell.limn("template remove sheet --yes")
        #expect(try shell.limn("trash empty Nobody --yes").hasSuffix("[1]"))
        let done = try shell.limn("trash empty Maren --yes")
        #expect(done.contains("“Maren”  deleted") && done.hasSuffix("[0]"), "\(done)")
        #expect(try shell.json("trash list").map { $0["name"] as? String } == ["sheet", "Maren Ashwick"])
    }

    @Test func `What was removed is listed, comes back, and is deleted when that is asked for`() throws {
        let shell = try Self.two()
        expect(
            try shell.limn("template remove sheet --yes"),
            "1> ID  “sheet” put into the trash, 2 characters with it\n[0]")
        #expect(try shell.json("template list").isEmpty)
        #expect(try shell.json("character list").isEmpty)
        let listed = try shell.json("trash list")
        #expect(listed.map { $0["name"] as? String } == ["sheet", "Maren", "Maren Ashwick"])
        #expect(listed.map { $0["kind"] as? String } == ["template", "character", "character"])
        #expect(listed[0]["bytes"] as? Int == 105534)
        #expect((listed[2]["bytes"] as? Int ?? 0) > 0)
        #expect(listed.allSatisfy { $0["status"] as? String == "ok" && $0["expires"] is String })
        #expect(try shell.limn("trash list").contains("2> limn: 3 items, "))
        let bytes = listed.compactMap { $0["bytes"] as? Int }.reduce(0, +)
        #expect(bytes > 105534)
        #expect(try shell.json("library check").first?["trash"] as? Int == bytes)
        let restored = try shell.limn("trash restore maren_a")
        #expect(restored.contains("template “sheet”  brought back, N bytes"), "\(restored)")
        #expect(restored.contains("character “Maren Ashwick”  brought back, "), "\(restored)")
        #expect(try shell.strokes(of: "maren") == [1: 1])
        #expect(try shell.limn("export maren -o out.pdf").hasSuffix("[0] +out.pdf"))
        expect(
            try shell.limn("trash empty"),
            "2> limn: This permanently deletes “Maren”. Nothing was done; --yes does it.\n[1]")
        expect(
            try shell.limn("trash empty --older-than 1 --yes"),
            "2> limn: There is nothing to delete in the trash.\n[0]")
        expect(try shell.limn("trash empty --yes"), "1> ID  character “Maren”  deleted, N bytes\n[0]")
        expect(try shell.limn("trash list"), "2> limn: The trash is empty.\n[0]")
        expect(try shell.limn("trash restore Maren"), "2> limn: There is no item called “Maren” in the trash.\n[1]")
        #expect(try shell.limn("library check").hasSuffix("sound\n[0]"))
        #expect(try shell.json("library check").first?["trash"] as? Int == 0)
    }

    @Test func `Items stay in the trash for as long as the library says`() throws {
        let shell = try LibraryShell.withMia()
        expect(try shell.limn("trash keep 0"), "1> Items stay in the trash for 0 days.\n[0]")
        _ = try shell.limn("character remove Mia --yes")
        expect(
            try shell.limn("library check"),
            "1> note: Deleted from the trash because of age: Mia.\n1> 1 template, 0 drawings: sound\n[0]")
        #expect(try shell.limn("trash keep 40000").hasSuffix("[64]"))
        expect(
            try shell.limn("trash list", library: "none"),
            "2> limn: There is no library in none. limn template import creates one.\n[1]")
    }

    @Test func `At a terminal it asks, and anything but yes keeps everything`() throws {
        _ = try Requirement.tool("script")
        let shell = try LibraryShell.withMia()
        func answering(_ answer: String) throws -> String {
            let work = "\(Executable.path) character remove Mia --library lib"
            return try shell.shell.sh(
                "export TERM=xterm; (sleep 1; echo \(answer); sleep 1) | script -qec '\(work)' /dev/null")
        }
        let no = try answering("n")
        #expect(no.contains("“Mia” goes to the trash; it has no ink. Go on? [y/N]"), "\(no)")
        #expect(no.contains("Nothing was done."), "\(no)")
        #expect(try shell.json("character list").count == 1)
        #expect(try answering("y").contains("put into the trash"))
        #expect(try shell.json("character list").isEmpty)
    }
}
