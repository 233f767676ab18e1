// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import Testing
import TestSupport

/// Workers of a domain whose result turned out wrong.
struct RetirementTests {
    private let a = WorkerDomain("a")
    private let b = WorkerDomain("b")

    private func worker(_ pool: WorkerPool, for domain: WorkerDomain) throws -> pid_t {
        try pool.withLease(for: CallerID(), domain: domain) { try #require(pid_t(try $0.text("pid"))) }
    }

    @Test func `An idle worker ends at once, and one of another domain stays`() throws {
        let pool = makePool(workers: 2)
        let (first, other) = (try worker(pool, for: a), try worker(pool, for: b))
        pool.retireWorkers(of: a)
        #expect(Patience.wait { System.state(of: first) == nil })
        #expect(System.state(of: other) != nil)
        #expect(try worker(pool, for: a) != first)
        #expect(try worker(pool, for: b) == other)
        #expect(pool.load == (idle: 2, waiting: 0))
    }

    @Test func `A worker that is leased finishes its lease, and ends with it`() throws {
        let pool = makePool()
        let lease = try pool.lease(for: CallerID(), domain: a)
        let process = try #require(pid_t(try lease.text("pid")))
        pool.retireWorkers(of: a)
        #expect(pid_t(try lease.text("pid")) == process)
        lease.end()
        #expect(Patience.wait { System.state(of: process) == nil })
        #expect(try worker(pool, for: a) != process)
    }

    @Test func `A worker that was started afterwards stays`() throws {
        let pool = makePool()
        pool.retireWorkers(of: a)
        let process = try worker(pool, for: a)
        #expect(try worker(pool, for: a) == process)
    }
}
