// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

/// Times as people write them, and as the command shows them.
@Suite struct MomentTests {
    @Test(arguments: [
        "yesterday", "today", "tuesday", "2h", "30min", "3 days ago", "2020-01-01", "2020-01-01T08:30",
        "2020-01-01T08:30:00Z",
        "2020-01-01 08:30:05 +01:00", "2020-01-01 08:30", "noon", "7:05", "yesterday 18:00", "tuesday at noon",
    ])
    func `A time can be written in many ways`(time: String) throws {
        let shell = try LibraryShell.withMia().shell
        let done = try shell.sh("export LIMN_LIBRARY=lib; limn character changes Mia --since '\(time)'")
        #expect(done.contains("[0]"), "\(done)")
    }

    @Test(arguments: ["2020-13-01", "someday", "2h30", "25:00", "someday 12:00", "yesterday 24:00"])
    func `What is no time is wrong usage`(time: String) throws {
        let done = try Shell().sh("limn character changes Mia --since '\(time)'")
        #expect(done.hasSuffix("[64]"), "\(done)")
    }

    @Test func `A day counts from its beginning, and to its end`() throws {
        let shell = try LibraryShell.withMia().shell
        try shell.write("note.xopp", Notes.xopp())
        _ = try shell.sh("limn character draw Mia note.xopp --page 1 -q --library lib")
        let done = try shell.sh(
            """
            export LIMN_LIBRARY=lib
            limn character changes Mia --since today | wc -l
            limn character changes Mia --until today | wc -l
            limn character changes Mia --until yesterday 2>&1
            limn render Mia --at today -p 1 -r 9 -o now.png -q && echo drawn
            limn render Mia --at yesterday -p 1 -r 9 -o then.png 2>&1
            """)
        #expect(
            done.hasPrefix(
                "1> 1\n1> 1\n1> limn: There are no changes.\n1> drawn\n1> limn: “Mia” did not exist then: it was created "
            ),
            "\(done)")
        #expect(!done.contains("then.png"))
    }

    @Test func `What is shown can be given back, in any zone`() throws {
        let shell = try LibraryShell.withMia().shell
        try shell.write("note.xopp", Notes.xopp())
        for zone in ["UTC", "America/St_Johns", "Asia/Kathmandu"] {
            let done = try shell.sh(
                """
                export LIMN_LIBRARY=lib TZ=\(zone)
                limn character draw Mia note.xopp --page 1 -q
                time=$(limn character changes Mia | tail -1 | cut -c 1-26)
                limn character changes Mia --since "$time" | wc -l
                limn character changes Mia --until "$time" --since "$time" | wc -l
                """)
            let counts = done.split(separator: "\n").prefix(2)
            #expect(counts.first != "1> 0" && counts.last == "1> 0", "\(zone): \(done)")
        }
    }
}
