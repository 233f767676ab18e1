// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Limn
import Testing
import TestSupport

/// The parent is fuzzed with whatever a worker could say. `LIMN_HOSTILE_SESSIONS` makes it more sessions.
struct HostileWorkerTests {
    @Test func `No answer of a worker ends the parent or makes it large`() throws {
        let count = Support.count("LIMN_HOSTILE_SESSIONS", else: 25)
        let folder = try TemporaryFolder()
        let (status, lines) = try Support.fixture(
            "hostile", "1", "\(count)", Project.samples.path, folder.path("."))
        #expect(status == 0, "The last session was \(lines.last { $0.first == "session" } ?? []).")
        let outcomes = try #require(lines.first { $0.first == "outcomes" })
        let numbers = outcomes.compactMap { Int($0) }
        // Each use has one result, and chance gives both kinds of them.
        #expect(numbers.reduce(0, +) == 3 * count, "\(outcomes)")
        for name in ["done", "crashed", "failed"] { #expect(outcomes.contains(name), "\(outcomes)") }
        let usage = try #require(lines.first { $0.first == "memory" })
        try #require(usage.count == 4)
        #expect((Int(usage[3]) ?? .max) < 64, "\(usage)")
        #if !SANITIZED
            #expect((Int(usage[1]) ?? .max) <= 200, "MiB: \(usage)")
        #endif
    }
}
