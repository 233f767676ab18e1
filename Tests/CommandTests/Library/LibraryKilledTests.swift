// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// What `kill -9` leaves of a library, whenever it comes. `LIMN_COMMAND_KILLS=1000` kills a thousand times.
@Suite(.serialized) struct LibraryKilledTests {
    private struct Job: Encodable {
        var program = Executable.path
        var folder: String
        var sheet = Project.samples.appendingPathComponent("character-sheet.pdf").path
        var ink: String
        var strokes = 20
        var runs = Int(ProcessInfo.processInfo.environment["LIMN_COMMAND_KILLS"] ?? "") ?? 60
        var seed = 6
    }

    private struct Found: Decodable {
        struct Counts: Decodable {
            var killed: Int
            var ended: Int
        }
        var faults: [String]
        var kinds: [String: Counts]
    }

    @Test func `Killed at any moment, a library keeps what was acknowledged, and of everything else all or nothing`()
        throws
    {
        _ = try Requirement.tool("unzip")
        let shell = try Shell()
        let strokes = (0..<20).map { index in
            "<stroke tool=\"pen\" color=\"#000000ff\" width=\"2\">10 \(index * 20 + 10) 60 \(index * 20 + 40)</stroke>"
        }
        let page = "<page width=\"595\" height=\"842\"><background type=\"solid\" color=\"#ffffffff\" style=\"plain\"/>"
        try shell.write(
            "a.xopp",
            Array(
                ("<?xml version=\"1.0\"?>\n<xournal fileversion=\"4\">\(page)<layer>\(strokes.joined())</layer>"
                    + "</page></xournal>").utf8))
        let job = Job(folder: shell.folder.path("kills"), ink: shell.folder.path("a.xopp"))
        let text = try python("library_kills", try shell.folder.write(try JSONEncoder().encode(job), "job.json"))
        let found = try JSONDecoder().decode(Found.self, from: Data(text.utf8))
        for fault in found.faults { Issue.record("\(fault)") }
        // The moments lie where they shall: within runs, and some behind their end.
        let killed = found.kinds.values.reduce(0) { $0 + $1.killed }
        #expect(killed + found.kinds.values.reduce(0) { $0 + $1.ended } == job.runs)
        // The time that a command takes changes with what else the machine does.
        #expect(killed >= job.runs / 3)
        #expect(killed < job.runs)
        printFigure("kill -9 of a command that changes a library", job.runs, "\(killed) before its end")
    }
}
