// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

/// What the author of a file wrote must not steer the terminal of its reader.
@Suite struct ControlCharactersTests {
    static func shell() throws -> Shell {
        let outline = "/Outlines 5 0 R"
        // In UTF-16: escape, ]0;x, bell, line end, A.
        let title = "<FEFF001B005D0030003B00780007000A0041>"
        return try Shell([
            "a.pdf": Documents.pdf(
                [(200, 100)], catalog: outline,
                objects: [
                    "<</Type/Outlines/First 6 0 R/Last 6 0 R/Count 1>>",
                    "<</Title\(title)/Parent 5 0 R/Dest[4 0 R/Fit]>>",
                ]),
            "a.xopp": Notes.xopp(on: "&#x9b;2J&#10;x.pdf"),
        ])
    }

    @Test func `Titles stay on their line`() throws {
        let transcript = try Self.shell().limn("inspect a.pdf")
        #expect(transcript.contains(#"1>   • \x1B]0;x\x07\x0AA → page 1"#), "\(transcript)")
        #expect(!transcript.unicodeScalars.contains("\u{1b}"))
    }

    @Test func `The name of a background stays on its line`() throws {
        let shell = try Self.shell()
        for typed in ["inspect a.xopp", "flatten a.xopp -o out.pdf"] {
            let transcript = try shell.limn(typed)
            #expect(!transcript.unicodeScalars.contains("\u{9b}"), "\(transcript)")
            #expect(transcript.contains(#"2J"#))
            #expect(transcript.split(separator: "\n").allSatisfy { $0.contains(/^(1> |2> |\[)/) })
        }
    }
}
