// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

@Suite struct FolderInputTests {
    static func shell() throws -> Shell {
        try Shell([
            "in/b.pdf": Documents.pages(1), "in/A.PDF": Documents.pages(1), "in/x/c.pdf": Documents.pages(1),
            "in/notes.txt": [65], "in/.hidden.pdf": Documents.pages(1), "in/.git/d.pdf": Documents.pages(1),
            "empty/notes.txt": [65],
        ])
    }

    @Test func `A folder stands for the documents below it, in the order of their names`() throws {
        let shell = try Self.shell()
        let inputs = try shell.json("thumbnail in -o out --json").map { $0["input"] as? String }
        #expect(inputs == ["in/A.PDF", "in/b.pdf", "in/x/c.pdf"])
    }

    @Test func `Links to folders are not followed, links to documents are`() throws {
        let shell = try Self.shell()
        expect(try shell.sh("ln -s .. in/loop; ln -s ../b.pdf in/x/link.pdf"), "[0] +in/loop +in/x/link.pdf")
        let inputs = try shell.json("thumbnail in -o out --json").map { $0["input"] as? String }
        #expect(inputs == ["in/A.PDF", "in/b.pdf", "in/x/c.pdf", "in/x/link.pdf"])
    }

    @Test func `A folder without documents is told`() throws {
        expect(try Self.shell().limn("render empty -o out"), "2> limn: empty: There is no PDF in this folder.\n[1]")
    }

    @Test func `Names that collide in different folders are refused before any work`() throws {
        let shell = try Self.shell()
        try shell.write("in/x/b.pdf", Documents.pages(1))
        let transcript = try shell.limn("thumbnail in -o out")
        #expect(transcript.contains("use --keep-folders"))
        #expect(transcript.hasSuffix("\n[1]"))
        expect(
            try shell.limn("thumbnail in -o out --keep-folders --quiet"),
            "[0] +out/ +out/in/ +out/in/A.png +out/in/b.png +out/in/x/ +out/in/x/b.png +out/in/x/c.png")
    }
}
