// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

@Suite struct ProgressTests {
    /// Runs a command for more than a second on a terminal: it waits for the rest of what comes through a pipe.
    ///
    /// The first part is larger than a pipe holds, so that the wait begins when the command reads.
    private func onTerminal(_ options: String, term: String = "xterm") throws -> String {
        _ = try Requirement.tool("script")
        let large = "<</Length 100000>>stream\n\(String(repeating: " ", count: 100_000))\nendstream"
        let shell = try Shell([
            "a.pdf": Documents.pdf([(200, 100)], objects: [large]), "b.pdf": Documents.pages(3),
        ])
        let slowly = "(head -c 90000 a.pdf; sleep 2; tail -c +90001 a.pdf)"
        let work = "limn() { \(Executable.path) \"$@\"; }; \(slowly) | limn render - b.pdf -o out"
        return try shell.sh("export TERM=\(term); script -qec '\(work) --jobs 2 \(options)' /dev/null </dev/null")
    }

    @Test func `Long work tells on a terminal how far it is`() throws {
        let shown = try onTerminal("")
        #expect(shown.contains(/3 pages, \d+(\.\d)? pages\/s/) || shown.contains("of 2 documents"), "\(shown)")
    }

    @Test(arguments: [("--quiet", "xterm"), ("", "dumb")])
    func `No progress is shown to who wants none or cannot see it`(options: String, term: String) throws {
        #expect(!(try onTerminal(options, term: term)).contains("pages/s"))
    }
}
