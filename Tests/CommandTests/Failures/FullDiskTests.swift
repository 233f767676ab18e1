// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

/// A disk of 16 kB with an old file on it; what is made does not fit.
@Suite struct FullDiskTests {
    /// What is typed, the old file, and the name of what cannot be written.
    static let works = [
        ("render a.pdf --pages 1 -o small", "a-1.png", "a.pdf, page 1"),
        ("render a.pdf --pages 1 --no-clobber -o small/new.png", "old.png", "a.pdf, page 1"),
        ("thumbnail a.pdf -o small/old.png", "old.png", "a.pdf, page 1"),
        ("flatten a.pdf a.xopp -o small/old.pdf", "old.pdf", "a.pdf"),
        ("flatten a.pdf a.xopp --mode redraw -o small/old.pdf", "old.pdf", "a.pdf"),
        ("ink convert a.xopp small/old.limn", "old.limn", "a.xopp"),
        ("ink convert a.xopp small/old.json", "old.json", "a.xopp"),
        ("ink simplify a.xopp small/old.limn", "old.limn", "a.xopp"),
    ]

    @Test(arguments: works)
    func `On a full disk the old file stays and no part of a new one`(
        work: (typed: String, old: String, subject: String)
    ) throws {
        let unshare = try Requirement.mounting()
        let shell = try Shell([
            "a.pdf": try Documents.sheet(), "a.xopp": try Project.sample("character-sheet.xopp"), "small/inside": [],
        ])
        let written = work.typed.contains("new.png") ? "new.png" : work.old
        let script = """
            mount -t tmpfs -o size=16k none small && echo old > small/\(work.old) || exit 9
            \(Executable.path) \(work.typed); c=$?
            ls -A small; cat small/*; exit $c
            """
        expect(
            try shell.sh("\(unshare) bash -c '\(script)'"),
            """
            1> \(work.old)
            1> old
            2> limn: \(work.subject): small/\(written) cannot be written: no space left on device; make room and try again.
            [1]
            """)
    }
}
