// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct PasswordPromptTests {
    /// A function of the shell that waits for a question for a password, by its number, and until the terminal shows no
    /// longer what is typed. What was shown is in `told`, and the name of the terminal in `where`.
    private static let asked = """
        isSilent() { stty -a -F "$(cat where)" | grep -q -e '-echo '; }
        asked() {
          for n in {1..600}; do
            [ "$(grep -o 'Password of' told | wc -l)" -ge $1 ] && isSilent && break; sleep 0.2
          done 2>/dev/null
        }
        export TERM=xterm
        """

    /// Imports a locked sheet on a terminal where somebody types, a line at a time.
    private func typing(_ lines: [String]) throws -> String {
        _ = try Requirement.tool("script")
        let shell = try Shell(["locked.pdf": try Documents.locked()])
        let typist = lines.enumerated().map { "asked \($0.offset + 1); echo \($0.element)" }.joined(separator: "; ")
        let work = "tty > where; \(Executable.path) template import locked.pdf --library lib"
        return try shell.sh(
            """
            \(Self.asked)
            (\(typist); sleep 2) | script -qefc '\(work)' told
            """)
    }

    @Test func `At a terminal the password is asked for, and not shown`() throws {
        let shown = try typing(["limn"])
        #expect(shown.contains("Password of locked.pdf: "), "\(shown)")
        #expect(shown.contains("2 pages, 106841 bytes, form, locked"), "\(shown)")
    }

    @Test func `Whoever interrupts it sees again what is typed`() throws {
        _ = try Requirement.tool("script")
        let shell = try Shell(["locked.pdf": try Documents.locked()])
        let work = "\(Executable.path) template import locked.pdf --library lib; echo ended $?; stty -a"
        let shown = try shell.sh(
            """
            \(Self.asked)
            (asked 1; printf '\\003'; sleep 2) | script -qefc 'trap : INT; tty > where; \(work)' told
            """)
        #expect(shown.contains("ended 130"), "\(shown)")
        #expect(shown.contains(" echo "), "\(shown)")
        #expect(!shown.contains("-echo "), "\(shown)")
    }

    @Test func `A wrong password is asked for again`() throws {
        let shown = try typing(["Hirschkuh", "limn"])
        #expect(shown.components(separatedBy: "Password of locked.pdf: ").count == 3, "\(shown)")
        #expect(shown.contains("form, locked"), "\(shown)")
    }

    @Test func `A process that has a password leaves no core`() throws {
        let shell = try Shell(["locked.pdf": try Documents.locked()])
        // The password comes through a pipe, so the process waits while its limits are read.
        let shown = try shell.sh(
            """
            mkfifo password; ulimit -c unlimited
            \(Executable.path) thumbnail locked.pdf --password-file password -o out.png &
            exec 3>password; sleep 1; grep "Max core file size" /proc/$!/limits
            echo limn >&3; exec 3>&-; wait $!
            """)
        #expect(shown.range(of: "Max core file size +0 +0 ", options: .regularExpression) != nil, "\(shown)")
        #expect(shown.contains("+out.png"), "\(shown)")
    }
}
