// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

/// Streams that are closed, full, or have nobody at the other end.
@Suite struct ClosedStreamsTests {
    static func shell() throws -> Shell {
        try Shell(["a.pdf": Documents.pages(1), "a.xopp": Notes.xopp(), "empty.pdf": []])
    }

    @Test(arguments: [
        ("thumbnail a.pdf", "+a.png"), ("flatten a.pdf a.xopp -o out.pdf", "+out.pdf"),
        ("ink convert a.xopp a.limn", "+a.limn"),
    ])
    func `Who wants to hear nothing needs no streams`(typed: String, made: String) throws {
        let shell = try Self.shell()
        expect(try shell.sh("limn \(typed) --quiet >&- 2>&- <&-"), "[0] \(made)")
        let name = String(made.dropFirst())
        let bytes = try shell.read(name)
        try shell.delete(name)
        _ = try shell.limn(typed)
        #expect(try shell.read(name) == bytes)
    }

    @Test(arguments: [
        "thumbnail a.pdf -o -", "flatten a.pdf a.xopp -o -", "ink convert a.xopp -", "inspect a.pdf", "doctor",
        "--help",
        "render --help", "--version",
    ])
    func `Data that cannot be written is no success`(typed: String) throws {
        let shell = try Self.shell()
        let closed = try shell.sh("limn \(typed) >&-")
        #expect(closed.hasSuffix("Standard output cannot be written: bad file descriptor.\n[1]"), "\(closed)")
        let full = try shell.sh("limn \(typed) > /dev/full")
        #expect(
            full.hasSuffix("Standard output cannot be written: no space left on device; make room and try again.\n[1]"),
            "\(full)")
        // `false` ends without reading; the wait makes sure that it has.
        let gone = try shell.sh(
            "{ \(Shell.untilNobodyReads); limn \(typed); echo $? > code; } | false; cat code; rm code")
        #expect(gone.hasPrefix("1> 1\n") && gone.hasSuffix("\n[0]"), "\(gone)")
    }

    @Test func `Messages that nobody can read change nothing else`() throws {
        let shell = try Self.shell()
        for end in ["2>&-", "2>/dev/full", "2>&1 | false"] {
            expect(
                try shell.sh("set -o pipefail; { sleep 0.1; limn render empty.pdf; } \(end)"), "[1]")
            expect(try shell.sh("set -o pipefail; { sleep 0.1; limn render --bogus; } \(end); true"), "[0]")
        }
        expect(try shell.sh("limn render --bogus 2>/dev/full"), "[64]")
    }

    @Test func `A standard input that is closed is empty`() throws {
        let shell = try Self.shell()
        expect(try shell.sh("limn render - <&-"), "2> limn: standard input: The file is empty.\n[1]")
        expect(try shell.sh("limn render --files-from - <&-"), "[0]")
    }
}
