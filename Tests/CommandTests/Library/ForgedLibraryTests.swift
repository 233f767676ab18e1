// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// What somebody has put into a library with another program does no harm to who looks at it.
@Suite struct ForgedLibraryTests {
    /// A library with a character whose row is changed by SQL.
    private func forged(_ sql: String) throws -> LibraryShell {
        let shell = try LibraryShell.withMia()
        let path = shell.shell.folder.path("lib/library.sqlite")
        let script = """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1])
            c.execute(sys.argv[2])
            c.commit()
            c.close()
            """
        #expect(try run(try Requirement.python(), "-c", script, path, sql).status == 0)
        return shell
    }

    @Test func `Names from elsewhere control neither the terminal nor where files go`() throws {
        let name = "'../../evil' || char(27) || '[2J' || char(10, 0, 7) || 'x'"
        let shell = try forged("UPDATE character SET name = \(name), tags = char(27) || 'tag'")
        let listed = try shell.limn("character list")
        #expect(listed.contains("../../evil\\x1B[2J\\x0A"), "\(listed)")
        #expect(!listed.utf8.contains(27) && listed.contains("[\\x1Btag]"), "\(listed)")
        let id = try #require(try shell.json("character list").first?["id"] as? String)
        let exported = try shell.limn("export \(id) -o out")
        #expect(exported.contains("+out/_.-..-evil-[2J"), "\(exported)")
        #expect(exported.contains("\n[0] "), "\(exported)")
    }

    @Test func `A library that was tampered with is not opened, and the sentence says what is wrong`() throws {
        let shell = try forged("CREATE TRIGGER evil AFTER UPDATE ON character BEGIN DELETE FROM drawing; END")
        for command in ["character list", "export Mia -o out.pdf", "library check", "library backup saved"] {
            let transcript = try shell.limn(command)
            #expect(
                transcript.contains("its database has a trigger “evil” that Limn did not make")
                    && transcript.hasSuffix("[1]"),
                "\(transcript)")
        }
    }

    @Test func `A PDF that has changed is not exported, and its template is named`() throws {
        let shell = try LibraryShell.withMia()
        let blobs = shell.shell.folder.url.appendingPathComponent("lib/blobs")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: blobs.path).first)
        var bytes = try shell.shell.read("lib/blobs/\(name)")
        bytes[bytes.count / 2] ^= 1
        try shell.shell.write("lib/blobs/\(name)", bytes)
        for command in ["export Mia -o out.pdf", "library pack Mia out.limnpkg", "thumbnails Mia --size 300 -o out"] {
            let transcript = try shell.limn(command)
            #expect(
                transcript.contains("The PDF of the template “sheet” has changed since it was imported"),
                "\(transcript)")
            #expect(transcript.hasSuffix("[1]"), "\(transcript)")
        }
    }
}
