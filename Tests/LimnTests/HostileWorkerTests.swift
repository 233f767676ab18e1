// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Limn
import Testing
import TestSupport

/// The parent is fuzzed with whatever a worker could say. `LIMN_HOSTILE_SESSIONS` makes it more sessions: half of them, and
/// no more than there are, replace each value of each answer by each extreme in turn; the others leave it to chance.
struct HostileWorkerTests {
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
