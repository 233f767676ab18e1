// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import Testing
import TestSupport

/// Whom a worker works for.
struct DomainTests {
    /// Returns what the worker of a lease says to `question`: by default its process number.
    private func worker(
        _ pool: WorkerPool, for domain: WorkerDomain, affinity: Affinity? = nil, question: String = "pid"
    ) throws -> String {
        try pool.withLease(for: CallerID(), domain: domain, affinity: affinity) { lease in
            let process = try lease.text(question)
            lease.attach()
            return process
        }
    }

    @Test func `A worker of one domain is never another domain's, and two that take turns keep theirs`() throws {
        let pool = makePool()
        let (a, b) = (WorkerDomain("a"), WorkerDomain("b"))
        let first = try worker(pool, for: a)
        let second = try worker(pool, for: b)
        #expect(first != second)
        for _ in 0..<5 {
            #expect(try worker(pool, for: a) == first)
            #expect(try worker(pool, for: b) == second)
        }
    }

    @Test func `A domain more than there are places has the oldest worker replaced`() throws {
        let pool = makePool()
        let (a, b, c) = (WorkerDomain("a"), WorkerDomain("b"), WorkerDomain("c"))
        let first = try worker(pool, for: a)
        let second = try worker(pool, for: b)
        let third = try worker(pool, for: c)
        #expect(Set([first, second, third]).count == 3)
        #expect(Patience.wait { System.state(of: pid_t(first) ?? 0) == nil })
        #expect(System.state(of: pid_t(second) ?? 0) != nil)
        #expect(try worker(pool, for: b) == second)
    }

    @Test func `What another domain has open is not held, whatever it is called`() throws {
        let pool = makePool(workers: 2)
        let sheet = Affinity("sheet")
        _ = try worker(pool, for: WorkerDomain("a"), affinity: sheet)
        try pool.withLease(for: CallerID(), domain: WorkerDomain("b"), affinity: sheet) { lease in
            #expect(!lease.holdsAffinity)
            let requests = try lease.text("requests")
            #expect(requests == "1")
        }
    }

    @Test func `Thirty domains on three threads share no worker`() throws {
        let pool = makePool(workers: 3)
        var owners: [String: Set<Int>] = [:]
        // The kernel reuses process numbers, so a worker is known by a name of its own.
        try orderedMap(0..<150, width: 3) { number in
            let domain = number % 30
            return (domain, Result { try worker(pool, for: WorkerDomain(domain), question: "name") })
        } deliver: { (domain: Int, name: Result<String, any Error>) throws in
            owners[try name.get(), default: []].insert(domain)
        }
        #expect(owners.filter { $0.value.count > 1 }.isEmpty)
        #expect(pool.load == (idle: 3, waiting: 0))
    }

    @Test func `A worker that ran before the first lease serves whoever comes first`() throws {
        let pool = makePool(workers: 2)
        pool.prewarm(1)
        let domain = WorkerDomain("first")
        let process = try worker(pool, for: domain)
        #expect(try worker(pool, for: domain) == process)
        #expect(try worker(pool, for: .standard) != process)
    }
}
