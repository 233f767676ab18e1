// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

/// `limn sync` as people use it.
@Suite struct SyncTests {
    @Test func `Two libraries come together through a folder, and undo takes back what was done here`() throws {
        let shell = try LibraryShell(["ink.xopp": try Project.sample("character-sheet.xopp")])
        func told(_ command: String, _ answer: String, library: String = "left") throws {
            // Which files a sync adds is tested elsewhere.
            let transcript = try shell.limn(command, library: library)
            expect(transcript.replacing(#/ \+shared\S*/#, with: ""), answer)
        }
        try told("template import sheet.pdf", "1> ID  sheet  2 pages, 105534 bytes, form\n[0]")
        try told("character create Maren --template sheet", "1> ID  Maren  on sheet\n[0]")
        try told("sync shared --dry-run", "1> would be sent  Maren\n[0]")
        try told("sync shared", "1> sent  Maren\n[0]")
        try told("sync shared", "1> received  Maren\n[0]", library: "right")
        try told("sync shared", "1> Nothing is new.\n[0]", library: "right")
        try told("character draw Maren --page 1 ink.xopp", "1> Maren, page 1: +607, 607 strokes\n[0]", library: "right")
        try told("character draw Maren --page 2 ink.xopp", "1> Maren, page 2: +675, 675 strokes\n[0]")
        try told("sync shared", "1> sent  Maren\n[0]", library: "right")
        try told("sync shared Maren", "1> received  Maren\n1> sent  Maren\n[0]")
        try told("sync shared", "1> received  Maren\n[0]", library: "right")
        try told("character undo Maren", "1> Maren, page 2: −675, 0 strokes\n[0]")
        try told("character undo Maren", "2> limn: There is nothing to undo.\n[1]")
        try told("sync shared", "1> sent  Maren\n[0]")
        try told("sync shared", "1> received  Maren\n[0]", library: "right")
        try told("character redo Maren", "1> Maren, page 2: +675, 675 strokes\n[0]")
        try told("sync shared", "1> sent  Maren\n[0]")
        try told("sync shared", "1> received  Maren\n[0]", library: "right")
        try told("export Maren -o left.pdf", "1> left.pdf  1282 strokes on 2 of 2 pages, N bytes\n[0] +left.pdf")
        try told(
            "export Maren -o right.pdf", "1> right.pdf  1282 strokes on 2 of 2 pages, N bytes\n[0] +right.pdf",
            library: "right")
        #expect(try shell.shell.read("left.pdf") == shell.shell.read("right.pdf"))
        try told("library check", "1> 1 template, 2 drawings: sound\n[0]", library: "right")
    }

    @Test func `A sync that is killed loses nothing and doubles nothing`() throws {
        let shell = try LibraryShell(["ink.xopp": try Project.sample("character-sheet.xopp")])
        _ = try shell.limn("template import sheet.pdf", library: "left")
        _ = try shell.limn("character create Maren --template sheet", library: "left")
        for library in ["left", "right"] { _ = try shell.limn("sync shared", library: library) }
        // Longer and longer waits, so that a kill meets every step.
        let rounds = try shell.shell.sh(
            """
            for round in $(seq 12); do
                for library in left right; do
                    limn character draw --library $library Maren --page 1 ink.xopp --quiet || exit 9
                    limn sync shared --library $library --quiet & child=$!
                    sleep 0.0$((round * 8 % 100 / 10))$((round * 8 % 10)); kill -9 $child 2>/dev/null; wait $child 2>/dev/null
                done
            done 2>/dev/null; exit 0
            """)
        #expect(rounds.contains("[0]"), "\(rounds)")
        for _ in 1...3 { for library in ["left", "right"] { _ = try shell.limn("sync shared", library: library) } }
        for library in ["left", "right"] {
            let shown = try #require(try shell.json("character show Maren", library: library).first)
            let pages = try #require(shown["pages"] as? [[String: Any]])
            #expect(pages.first?["strokes"] as? Int == 24 * 607)
        }
    }

    @Test func `What cannot be synced with is refused with a sentence`() throws {
        let shell = try LibraryShell()
        expect(
            try shell.limn("sync http://nas.local:8420"),
            "2> limn: Without TLS, everyone on the network can read what is sent. Take https://, or add --insecure.\n"
                + "2> Usage: limn sync [<options>] <place> [<characters> ...]\n"
                + "2>   See 'limn sync --help' for more information.\n[64]")
        expect(
            try shell.limn("sync ftp://nas.local"),
            "2> limn: The value 'ftp://nas.local' is invalid for '<place>'\n"
                + "2> Help:  <place>  The folder, which is made if it does not exist, or the address of a server.\n"
                + "2> Usage: limn sync [<options>] <place> [<characters> ...]\n"
                + "2>   See 'limn sync --help' for more information.\n[64]")
        expect(
            try shell.limn("sync http://localhost:1"),
            "2> limn: http://localhost:1 cannot be reached: Failed to connect to localhost port 1 after 0 ms: "
                + "Couldn't connect to server.\n[1]")
        expect(
            try shell.limn("sync folder --code-file code"),
            "2> limn: --code-file, --authority and --insecure are for servers.\n"
                + "2> Usage: limn sync [<options>] <place> [<characters> ...]\n"
                + "2>   See 'limn sync --help' for more information.\n[64]")
        expect(
            try shell.limn("sync ."),
            "2> limn: The folder . has other files. Choose an empty folder, or a new one, for sync.\n[1]")
        expect(
            try shell.limn("sync shared --pull"), "2> limn: The folder shared is not used for sync yet.\n[1]")
    }
}
