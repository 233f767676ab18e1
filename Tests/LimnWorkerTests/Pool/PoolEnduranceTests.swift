// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import Testing
import TestSupport

struct PoolEnduranceTests {
    /// What a process of its own printed, which owned a pool.
    private func story(_ name: String) throws -> [String] {
        let finished = try run(Fixture.path, ["pool", name].map { Array($0.utf8) })
        #expect(finished.status == 0, "\(finished.stderr)")
        return finished.text.split(whereSeparator: \.isWhitespace).map { String($0) }
    }

    @Test func `Ten thousand requests leave no descriptor, no child and no memory behind`() throws {
        let words = try story("requests")
        #expect(words.prefix(6) == ["answered", "9800", "crashed", "200", "other", "0"])
        let numbers = words.compactMap { Int($0) }
        try #require(numbers.count == 8)
        // Before the pool was made, and after it was shut down.
        #expect(numbers[3] == numbers[4])
        #expect(numbers[5] == 0)
        #if !SANITIZED
            // KiB after a thousand requests and after ten thousand.
            #expect(numbers[7] - numbers[6] < 2048)
        #endif
    }

    @Test func `Exhausted descriptors cost one failed result, and the pool works when they are back`() throws {
        let rounds = try story("exhausted")
        #expect(rounds.count == 7)
        #expect(rounds.allSatisfy { $0 == "unavailable-answered" || $0 == "started-answered" }, "\(rounds)")
        // With none left nothing starts; with six to spare it does.
        #expect(rounds.first == "unavailable-answered")
        #expect(rounds.last == "started-answered")
    }

    @Test(arguments: [
        "other", "short", "empty", "garbage 8", "garbage 5000", "oversize", "gift 1", "gift 8", "nothing",
        "large 131073",
        "deafen", "abort",
    ])
    func `A hostile worker costs its own request one error and disturbs no other lease`(_ request: String) throws {
        let pool = makePool(workers: 2)
        let other = try pool.lease(for: CallerID())
        let neighbor = try other.text("pid")
        try pool.withLease(for: CallerID()) { lease in
            let code = try #require(lease.failure(request)).code
            #expect([.misbehaved, .crashed].contains(code))
            let answer = try lease.text("echo after")
            #expect(answer == "after")
        }
        #expect(try other.text("pid") == neighbor)
    }

    @Test func `Workers that are killed at random cost one error each`() throws {
        let pool = makePool(workers: 2)
        let workers = Notes<pid_t>()
        var errors = 0
        orderedMap(
            0..<200, width: 4,
            { number -> WorkerError.Code? in
                do throws(WorkerError) {
                    let lease = try pool.lease(for: CallerID())
                    let worker = pid_t(try lease.text("pid")) ?? 0
                    workers.add(worker)
                    if number.isMultiple(of: 5) { kill(worker, SIGKILL) }
                    _ = try lease.text("echo x")
                    return nil
                } catch { return error.code }
            }, deliver: { code in if code != nil { errors += 1 } })
        #expect(errors == 40)
        #expect(try pool.text("echo after") == "after")
        pool.shutdown()
        #expect(Patience.wait { workers.entries.allSatisfy { System.state(of: $0) == nil } })
    }
}
