// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

@Suite struct KeptFoldersTests {
    static func shell() throws -> Shell {
        try Shell([
            "a.pdf": Documents.pages(1), "x/a.pdf": Documents.pages(1), "x/y/a.pdf": Documents.pages(1),
            "x/a.PDF": Documents.pages(1), "run/inside": [],
        ])
    }

    @Test func `Folders of the inputs are made below the output's`() throws {
        expect(
            try Self.shell().limn("thumbnail a.pdf x/a.pdf x/y/a.pdf -o out --keep-folders --quiet"),
            "[0] +out/ +out/a.png +out/x/ +out/x/a.png +out/x/y/ +out/x/y/a.png")
    }

    @Test func `No name leads out of the output folder`() throws {
        expect(
            try Self.shell().sh(
                "cd run && limn thumbnail ../x/a.pdf ../a.pdf ../../../etc/../none.pdf -o out --keep-folders"),
            """
            1> out/x/a.png  256 × 128 px, N bytes
            1> out/a.png  256 × 128 px, N bytes
            2> limn: ../../../etc/../none.pdf: It cannot be read: there is no such file.
            [1] +run/out/ +run/out/a.png +run/out/x/ +run/out/x/a.png
            """)
    }

    @Test func `A whole path is repeated below the output folder`() throws {
        let shell = try Self.shell()
        let transcript = try shell.sh(
            "limn thumbnail $PWD/x/a.pdf -o out --keep-folders --quiet; find out -name '*.png'")
        #expect(transcript.contains("1> outFOLDER/x/a.png\n[0] "))
    }

    @Test(arguments: ["x/a.PDF", "./x/a.pdf", "../x/a.pdf", "x//a.pdf"])
    func `Equal names in one folder are refused all the same, before any work`(other: String) throws {
        let lines = try Self.shell().limn("render x/a.pdf \(other) -o out --keep-folders").split(separator: "\n")
        #expect(lines.count == 2, "\(lines)")
        #expect(lines.first?.contains("out/x/a-….png") == true)
        #expect(lines.last == "[1]")
    }
}
