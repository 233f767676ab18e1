// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct LockedTests {
    static func shell() throws -> Shell {
        try Shell([
            "a.pdf": try Documents.locked(), "a.xopp": Notes.xopp(size: (595, 842)), "right": Array("limn\n".utf8),
            "crlf": Array("limn\r\nsecond line".utf8), "wrong": Array("Hirschkuh\n".utf8),
        ])
    }

    static let locked = "The file is encrypted; give its password."
    static let advised = "The file is encrypted; give its password with --password-file."

    @Test(arguments: ["render a.pdf", "thumbnail a.pdf", "inspect a.pdf", "flatten a.pdf a.xopp -o out.pdf"])
    func `A locked document asks for its password`(typed: String) throws {
        let shell = try Self.shell()
        #expect(try shell.limn(typed) == "2> limn: a.pdf: \(Self.advised)\n[1]")
        let objects = try shell.json(typed + " --json")
        #expect(objects.map { $0["status"] as? String } == ["locked"])
        #expect(objects.first?["messages"] as? [String] == [Self.locked])
    }

    @Test(arguments: ["render a.pdf", "thumbnail a.pdf", "inspect a.pdf", "flatten a.pdf a.xopp -o out.pdf"])
    func `A wrong password is told and not repeated`(typed: String) throws {
        let shell = try Self.shell()
        for password in ["--password Hirschkuh", "--password-file wrong"] {
            let transcript = try shell.limn("\(typed) --json \(password)")
            #expect(transcript.contains("\"status\":\"locked\""))
            #expect(transcript.contains("2> limn: a.pdf: "))
            #expect(!transcript.contains("Hirschkuh"))
            #expect(transcript.hasSuffix("\n[1]"))
        }
    }

    @Test(arguments: ["right", "crlf"])
    func `The first line of a file is the password`(name: String) throws {
        #expect(
            try Self.shell().limn("thumbnail a.pdf --password-file \(name)") == """
                1> a.png  181 × 256 px, N bytes
                [0] +a.png
                """)
    }

    @Test func `The password comes through standard input`() throws {
        #expect(
            try Self.shell().limn("thumbnail a.pdf --password-file -", input: Array("limn\n".utf8)) == """
                1> a.png  181 × 256 px, N bytes
                [0] +a.png
                """)
    }

    @Test func `A password on the command line works with a warning`() throws {
        #expect(
            try Self.shell().limn("thumbnail a.pdf --password limn") == """
                1> a.png  181 × 256 px, N bytes
                2> limn: a password on the command line can be seen by others; --password-file hides it.
                [0] +a.png
                """)
    }

    @Test func `A missing password file is told`() throws {
        #expect(
            try Self.shell().limn("render a.pdf --password-file none") == """
                2> limn: none: It cannot be read: there is no such file.
                [1]
                """)
    }

    @Test func `An export keeps the password`() throws {
        let shell = try Self.shell()
        #expect(
            try shell.limn("flatten a.pdf a.xopp -o out.pdf --password-file right") == """
                1> out.pdf  1 stroke on 1 of 2 pages, N bytes
                [0] +out.pdf
                """)
        #expect(try shell.limn("thumbnail out.pdf") == "2> limn: out.pdf: \(Self.advised)\n[1]")
        #expect(try shell.limn("thumbnail out.pdf --password-file right --quiet") == "[0] +out.png")
    }

    @Test func `A document drawn anew loses its password, and that is told`() throws {
        let shell = try Self.shell()
        expect(
            try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode redraw --password-file right"),
            """
            1> out.pdf  1 stroke on 1 of 2 pages, N bytes
            2> limn: a.pdf: warning: The document is encrypted, but the export is not: it opens without a password.
            [3] +out.pdf
            """)
    }
}
