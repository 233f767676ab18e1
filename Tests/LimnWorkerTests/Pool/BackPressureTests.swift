// SPDX-License-Identifier: GPL-3.0-or-later

import LimnWorker
import TestSupport
import Testing

struct BackPressureTests {
    @Test func `One more than may wait fails at once`() throws {
        let pool = makePool(maximumWaiting: 2)
        let running = try pool.lease(for: CallerID())
        let waiting = (0..<2).map { _ in
            BackgroundTask { () throws(WorkerError) in try pool.lease(for: CallerID()).end() }
        }
        #expect(Patience.wait { pool.load.waiting == 2 })
        let refusal = pool.refusal()
        #expect(refusal?.code == .busy)
        #expect(refusal?.description == "Too many requests are waiting for a worker.")
        running.end()
        for task in waiting { try task.value() }
        #expect(pool.refusal() == nil)
    }

    @Test func `A pool in which nobody may wait still gives out its idle workers`() throws {
        let pool = makePool(maximumWaiting: 0)
        let lease = try pool.lease(for: CallerID())
        #expect(pool.refusal()?.code == .busy)
        lease.end()
        #expect(try pool.text("echo x") == "x")
    }

    @Test func `A request that waits too long fails and leaves the line`() throws {
        let pool = makePool(maximumWait: .milliseconds(50))
        let lease = try pool.lease(for: CallerID())
        let refusal = pool.refusal()
        #expect(refusal?.code == .busy)
        #expect(refusal?.description == "It waited too long for a worker.")
        #expect(pool.load.waiting == 0)
        lease.end()
        #expect(pool.refusal() == nil)
    }

    @Test func `A task that waits too long fails and leaves the line`() async throws {
        let pool = makePool(maximumWait: .milliseconds(50))
        let lease = try await pool.lease(for: CallerID())
        await #expect(throws: WorkerError.self) { try await pool.lease(for: CallerID()).end() }
        #expect(pool.load.waiting == 0)
        lease.end()
        try await pool.lease(for: CallerID()).end()
    }

    @Test func `A pool that was shut down refuses leases and lets those that exist finish`() throws {
        let pool = makePool(workers: 2)
        let idle = try #require(try pool.open(Affinity("idle")))
        let lease = try pool.lease(for: CallerID(), affinity: Affinity("busy"))
        let busy = try #require(Int32(try lease.text("pid")))
        #expect(busy != idle)
        let held = try pool.lease(for: CallerID())
        let waiting = BackgroundTask { pool.refusal()?.code }
        #expect(Patience.wait { pool.load.waiting == 1 })
        held.end()
        #expect(waiting.value() == nil)
        pool.shutdown()
        #expect(Patience.wait { System.state(of: idle) == nil })
        #expect(pool.refusal()?.code == .unavailable)
        #expect(try lease.text("echo still here") == "still here")
        lease.end()
        #expect(Patience.wait { System.state(of: busy) == nil })
    }

    @Test func `Those that wait are refused when the pool is shut down`() throws {
        let pool = makePool()
        let lease = try pool.lease(for: CallerID())
        let waiting = BackgroundTask { pool.refusal()?.code }
        #expect(Patience.wait { pool.load.waiting == 1 })
        pool.shutdown()
        #expect(waiting.value() == .unavailable)
        lease.end()
    }

    @Test func `A pool that is released ends its workers`() throws {
        var pool: WorkerPool? = makePool()
        let worker = try #require(try pool?.open(Affinity("sheet")))
        #expect(System.state(of: worker) != nil)
        pool = nil
        #expect(Patience.wait { System.state(of: worker) == nil })
    }
}
