// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Limn
import Testing
import TestSupport

/// The parent is fuzzed with whatever a worker could say. `LIMN_HOSTILE_SESSIONS` makes it more sessions: half of them, and
/// no more than there are, replace each value of each answer by each extreme in turn; the others leave it to chance.
struct HostileWorkerTests {
    @Test func `The answers of each job are judged`() throws {
        let (status, lines) = try Support.fixture("judgment")
        #expect(status == 0)
        for line in lines {
            try #require(line.count == 5 && line[0] == "judged", "\(line)")
            #expect(line[2] == "true", "An honest answer is refused: \(line)")
            // Where there is something to lie about, some lie is found out.
            #expect(line[3] == "0" || line[4] != "0", "No lie is found out: \(line)")
        }
        let silent = lines.filter { $0[3] == "0" }.map { $0[1] }
        #expect(silent == ["visit", "prepare", "check-form-copy"])
        #expect(lines.count > 34)
    }

    @Test func `A worker lies once about each job`() throws {
        let folder = try TemporaryFolder()
        let (status, lines) = try Support.fixture("each-job", Project.samples.path, folder.path("."))
        #expect(status == 0, "\(lines.last ?? [])")
        #expect(lines.count >= 34)
        for line in lines { #expect(line.starts(with: ["asked"]) && line.dropFirst(2).first == "true", "\(line)") }
    }

    @Test func `No answer of a worker ends the parent or makes it large`() throws {
        let count = Support.count("LIMN_HOSTILE_SESSIONS", else: 25)
        let folder = try TemporaryFolder()
        let (status, lines) = try Support.fixture(
            "hostile", "1", "\(count)", "\(count)", Project.samples.path, folder.path("."))
        let fields = try #require(lines.first { $0.first == "fields" }?.last.flatMap { Int($0) })
        #expect(fields > 1000)
        let systematic = lines.count { $0.first == "session" && ($0.last.flatMap { Int($0) } ?? 0) >= 1_000_000 }
        #expect(systematic >= min(count, fields))
        #expect(status == 0, "The last session was \(lines.last { $0.first == "session" } ?? []).")
        let outcomes = try #require(lines.first { $0.first == "outcomes" })
        let numbers = outcomes.compactMap { Int($0) }
        // Each use has one result, and there are both kinds of them.
        #expect(numbers.reduce(0, +) == 3 * count + systematic, "\(outcomes)")
        for name in ["done", "crashed", "failed"] { #expect(outcomes.contains(name), "\(outcomes)") }
        let usage = try #require(lines.first { $0.first == "memory" })
        try #require(usage.count == 4)
        #expect((Int(usage[3]) ?? .max) < 64, "\(usage)")
        printFigure(
            "a hostile worker answers", count + systematic,
            "\(systematic) fields at an extreme; outcomes: \(outcomes.dropFirst().joined(separator: " ")); parent at most "
                + "\(usage[1]) MiB")
        #if !SANITIZED
            #expect((Int(usage[1]) ?? .max) <= 200, "MiB: \(usage)")
        #endif
    }
}
