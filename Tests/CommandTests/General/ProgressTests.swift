// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

@Suite struct ProgressTests {
    /// Runs a command for more than a second on a terminal; a pipe that is slow to open keeps it waiting.
    private func onTerminal(_ options: String, term: String = "xterm") throws -> String {
        _ = try Requirement.tool("script")
        let shell = try Shell(["a.pdf": Documents.pages(1), "b.pdf": Documents.pages(3)])
        let work = "limn() { \(Executable.path) \"$@\"; }; (sleep 2; cat a.pdf) | limn render - b.pdf -o out"
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
