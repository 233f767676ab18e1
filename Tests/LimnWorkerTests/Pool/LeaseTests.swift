// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import Testing
import TestSupport

struct LeaseTests {
    @Test func `A worker is used again, and serves one lease at a time`() throws {
        let pool = makePool(workers: 2)
        let worker = try pool.text("pid")
        #expect(try pool.text("pid") == worker)
        let first = try pool.lease(for: CallerID())
        let second = try pool.lease(for: CallerID())
        #expect(try first.text("pid") == worker)
        #expect(try second.text("pid") != worker)
        #expect(pool.load.idle == 0)
    }

    @Test func `Twelve threads share three workers`() throws {
        let pool = makePool(workers: 3)
        var workers: Set<String> = []
        orderedMap(
            0..<60, width: 12, { _ in try? pool.text("pid") }, deliver: { worker in workers.insert(worker ?? "none") })
        #expect(!workers.contains("none") && (1...3).contains(workers.count))
        #expect(pool.load == (idle: 3, waiting: 0))
        let leases = try (0..<3).map { _ in try pool.lease(for: CallerID()) }
        let held = try leases.map { try $0.text("pid") }
        #expect(Set(held).count == 3)
        #expect(pool.load == (idle: 0, waiting: 0))
    }

    @Test func `A lease gets the worker that has open what it names`() throws {
        let pool = makePool(workers: 3)
        let names = ["a", "b", "c"].map { Affinity($0) }
        let workers = try names.map { try pool.open($0) }
        #expect(Set(workers).count == 3)
        for (name, worker) in zip(names, workers).reversed() {
            try pool.withLease(for: CallerID(), affinity: name) { lease in
                #expect(lease.holdsAffinity)
                let process = try lease.text("pid")
                #expect(process == worker.map { "\($0)" })
            }
        }
    }

    @Test func `What is new goes to a worker with nothing open, then to an empty place, then to the oldest`() throws {
        let pool = makePool(workers: 2)
        let spare = try pool.text("pid")
        // One worker runs and has nothing open.
        #expect(try pool.open(Affinity("a")).map { "\($0)" } == spare)
        // It has something open now, and one place is empty.
        let second = try pool.open(Affinity("b"))
        #expect(second.map { "\($0)" } != spare)
        // Both have something open; "b" is used again, so "a" was used longest ago.
        try pool.open(Affinity("a"))
        try pool.open(Affinity("b"))
        #expect(try pool.open(Affinity("c")).map { "\($0)" } == spare)
        try pool.withLease(for: CallerID(), affinity: Affinity("b")) { #expect($0.holdsAffinity) }
        try pool.withLease(for: CallerID(), affinity: Affinity("a")) { #expect(!$0.holdsAffinity) }
    }

    @Test func `What was not attached is not held, and what another lease did is forgotten`() throws {
        let pool = makePool()
        let sheet = Affinity("sheet")
        try pool.withLease(for: CallerID(), affinity: sheet) { _ = try $0.text("echo x") }
        try pool.withLease(for: CallerID(), affinity: sheet) { lease in
            #expect(!lease.holdsAffinity)
            // There must be a worker to have something open.
            _ = try lease.text("echo x")
            lease.attach()
            #expect(lease.holdsAffinity)
        }
        try pool.withLease(for: CallerID(), affinity: sheet) { #expect($0.holdsAffinity) }
        #expect(try pool.text("echo other") == "other")
        try pool.withLease(for: CallerID(), affinity: sheet) { #expect(!$0.holdsAffinity) }
    }

    @Test func `A worker that was replaced holds nothing`() throws {
        let pool = makePool()
        let sheet = Affinity(7)
        try pool.open(sheet)
        try pool.withLease(for: CallerID(), affinity: sheet) { lease in
            #expect(lease.holdsAffinity)
            #expect(lease.failure("exit 1")?.code == .crashed)
            #expect(!lease.holdsAffinity)
            let requests = try lease.text("requests")
            #expect(requests == "1")
        }
    }

    @Test func `A worker that died while nobody used it costs no lease an error`() throws {
        let pool = makePool()
        let worker = try #require(try pool.open(Affinity("sheet")))
        kill(worker, SIGKILL)
        #expect(Patience.wait { System.state(of: worker) == "Z" })
        try pool.withLease(for: CallerID(), affinity: Affinity("sheet")) { lease in
            #expect(!lease.holdsAffinity)
            let requests = try lease.text("requests")
            #expect(requests == "1")
        }
    }

    @Test func `A worker starts ahead of the first request`() throws {
        // A program that notes that it was started, and then is the worker.
        let folder = try TemporaryFolder()
        let script = """
            #!/bin/sh
            echo started >> \(folder.path("log"))
            exec \(Fixture.path) "$@"
            """
        let program = try folder.writeProgram(script, "worker")
        let pool = WorkerPool(.init(executable: program, workers: 3))
        let starts = {
            ((try? String(contentsOfFile: folder.path("log"), encoding: .utf8)) ?? "").split(separator: "\n")
        }
        #expect(starts().count == 0)
        pool.prewarm(2)
        #expect(Patience.wait { starts().count == 2 })
        pool.prewarm(2)
        // Leases take those that run before a third one is started.
        let leases = try (0..<2).map { _ in try pool.lease(for: CallerID(), affinity: Affinity("sheet")) }
        for lease in leases { #expect(try lease.text("requests") == "1") }
        #expect(starts().count == 2)
    }

    @Test func `A lease that ended asks no more`() throws {
        let pool = makePool()
        let lease = try pool.lease(for: CallerID())
        lease.end()
        lease.end()
        #expect(lease.failure("echo x")?.code == .unavailable)
        #expect(pool.load == (idle: 1, waiting: 0))
    }
}
