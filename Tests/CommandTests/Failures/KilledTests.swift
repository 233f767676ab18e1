// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// What `kill -9` leaves behind, whenever it comes.
@Suite(.serialized) struct KilledTests {
    private struct Job: Encodable {
        var program = Executable.path
        var folder: String
        var commands: [[String]]
        var runs: Int
        var seed: Int
    }

    private struct Found: Decodable {
        struct Run: Decodable {
            var command: Int
            var delay: Double
            /// Whether all processes were killed, or the first alone.
            var whole: Bool
            /// Whether an old export stood in the place of the new one.
            var replaces: Bool
            var wasRunning: Bool
            var orphans: Bool
            /// `old`, `new`, `none` or `partial`.
            var out: String
            var receipt: String
            /// `nothing`, `all` or `part` of the JSON.
            var said: String
            var left: [String]
            var leftInTemporary: [String]
        }
        struct After: Decodable {
            var command: Int
            var code: Int
            var names: [String]
            var out: String
            var receipt: String
        }
        var runs: [Run]
        var after: [After]
    }

    @Test func `Killed at any of 200 moments, an export is there whole or not at all, and the next run succeeds`()
        throws
    {
        try Requirement.filesWithoutNames()
        let shell = try Shell(["a.pdf": Documents.pages(3), "a.xopp": Notes.xopp()])
        let command = ["flatten", "a.pdf", "a.xopp", "-o", "OUT", "--json"]
        let job = Job(
            folder: shell.folder.url.path,
            commands: [
                command + ["--receipt", "RECEIPT"], command + ["--save", "rewrite", "--receipt", "RECEIPT"],
                command + ["--mode", "annotate", "--receipt", "RECEIPT", "--no-verify"],
                command + ["--mode", "burn"],
            ], runs: 200, seed: 9)
        let text = try python("kill_runs", try shell.folder.write(try JSONEncoder().encode(job), "job.json"))
        let found = try JSONDecoder().decode(Found.self, from: Data(text.utf8))
        #expect(found.runs.count == 200)
        for run in found.runs {
            let old = run.replaces ? "old" : "none"
            #expect([old, "new"].contains(run.out), "\(run)")
            #expect([old, "new"].contains(run.receipt), "\(run)")
            // Nothing says that there is an export where there is none.
            if run.receipt == "new" || run.said == "all" { #expect(run.out == "new", "\(run)") }
            #expect(run.said != "part", "\(run)")
            #expect(!run.orphans && run.leftInTemporary.isEmpty, "\(run)")
            // Only what replaces something has another name, for a moment.
            #expect(run.left.isEmpty || run.replaces, "\(run)")
        }
        // That moment is longer where the disk is busy with what other tests write.
        #expect(found.runs.count { !$0.left.isEmpty } <= 10)
        // The moments lie where they shall: many of them within a run, some before and some after it has come to its end.
        #expect(found.runs.count { $0.wasRunning } >= 80)
        #expect(Set(found.runs.map(\.out)) == ["old", "none", "new"])
        #expect(found.after.count == 8)
        for run in found.after {
            #expect(run.code == 0 && run.out == "new" && run.receipt == (run.command < 3 ? "new" : "old"), "\(run)")
            #expect(run.names == ["out.pdf", "receipt.json"], "\(run)")
        }
        for lane in ["lane0", "lane1"] {
            #expect(
                try TestSupport.run(
                    try Requirement.tool("qpdf"), "--check", shell.folder.path("\(lane)/out.pdf")
                ).status == 0)
        }
    }
}
