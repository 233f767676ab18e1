// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

/// Limits that the system sets, as `ulimit` does.
@Suite struct SystemLimitsTests {
    static func shell() throws -> Shell {
        try Shell([
            "a.pdf": try Documents.sheet(), "a.xopp": try Project.sample("character-sheet.xopp"), "old.pdf": [1],
            "small.xopp": Notes.xopp(size: (595, 842)),
            "old.png": [1], "old.limn": [1],
        ])
    }

    @Test(arguments: [
        (100, "render a.pdf --pages 1 -o old.png", "a.pdf, page 1", "old.png"),
        (80, "flatten a.pdf small.xopp -o old.pdf", "a.pdf", "old.pdf"),
    ])
    func `A file above the largest size is told, and the old one stays`(
        kilobytes: Int, typed: String, subject: String, output: String
    ) throws {
        expect(
            try Self.shell().sh("ulimit -f \(kilobytes); limn \(typed)"),
            "2> limn: \(subject): \(output) cannot be written: file too large.\n[1]")
    }

    @Test func `Ink that finds no room on its way is told, and the old file stays`() throws {
        expect(
            try Self.shell().sh("ulimit -f 80; limn ink convert a.xopp old.limn"),
            "2> limn: a.xopp: A temporary file cannot be written.\n[1]")
    }

    @Test func `More documents than files may be open are done one behind the other`() throws {
        let shell = try Self.shell()
        expect(
            try shell.sh(
                """
                mkdir in; for i in {1..60}; do cp a.pdf in/$i.pdf; done
                (ulimit -n 48; limn thumbnail in/*.pdf --size 16 -o out --quiet); c=$?
                ls out | wc -l; rm -r in out; exit $c
                """), "1> 60\n[0]")
    }

    @Test func `Several exports to one name leave one that is whole`() throws {
        let shell = try Self.shell()
        _ = try shell.sh("for i in 1 2 3 4; do limn flatten a.pdf a.xopp -o old.pdf --quiet & done; wait")
        _ = try shell.limn("flatten a.pdf a.xopp -o new.pdf --quiet")
        #expect(try shell.read("old.pdf") == shell.read("new.pdf"))
    }

    @Test func `An environment without variables is enough`() throws {
        let shell = try Self.shell()
        for (typed, made) in [
            ("thumbnail a.pdf", "+a.png"), ("flatten a.pdf a.xopp -o b.pdf --mode redraw", "+b.pdf"),
            ("ink convert a.xopp b.limn", "+b.limn"),
        ] {
            expect(try shell.sh("env -i \(Executable.path) \(typed) --quiet"), "[0] \(made)")
        }
    }
}
