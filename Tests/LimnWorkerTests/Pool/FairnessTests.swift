// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import TestSupport
import Testing

struct FairnessTests {
    @Test func `A caller with a thousand waiting delays another one by no more than what runs`() async throws {
        let pool = makePool(workers: 1)
        let busy = CallerID()
        let order = Notes<String>()
        let running = try await pool.lease(for: busy)
        let many = (0..<1000).map { _ in
            Task {
                let lease = try await pool.lease(for: busy)
                order.add("busy")
                lease.end()
            }
        }
        #expect(await Patience.sleep { pool.load.waiting == 1000 })
        let one = Task {
            let lease = try await pool.lease(for: CallerID())
            order.add("other")
            lease.end()
        }
        #expect(await Patience.sleep { pool.load.waiting == 1001 })
        running.end()
        for task in many + [one] { try await task.value }
        // One of the busy caller's may have its turn before, but never two.
        #expect((order.entries.firstIndex(of: "other") ?? .max) <= 1)
        #expect(order.entries.count == 1001)
    }

    @Test func `Requests of one caller are served in their order`() throws {
        let pool = makePool()
        let caller = CallerID()
        let order = Notes<Int>()
        let running = try pool.lease(for: caller)
        let tasks = (0..<8).map { number in
            let task = BackgroundTask { () throws(WorkerError) in
                let lease = try pool.lease(for: caller)
                order.add(number)
                lease.end()
            }
            #expect(Patience.wait { pool.load.waiting == number + 1 })
            return task
        }
        running.end()
        for task in tasks { try task.value() }
        #expect(order.entries == Array(0..<8))
    }

    @Test func `A freed worker goes to the request of its caller that finds its document open`() throws {
        let pool = makePool()
        let caller = CallerID()
        let order = Notes<String>()
        let running = try pool.lease(for: caller, affinity: Affinity("b"))
        _ = try running.text("echo x")
        running.attach()
        let tasks = ["a", "b", "c"].enumerated().map { index, name in
            let task = BackgroundTask { () throws(WorkerError) in
                let lease = try pool.lease(for: caller, affinity: Affinity(name))
                order.add("\(name) \(lease.holdsAffinity)")
                lease.end()
            }
            #expect(Patience.wait { pool.load.waiting == index + 1 })
            return task
        }
        running.end()
        for task in tasks { try task.value() }
        #expect(order.entries == ["b true", "a false", "c false"])
    }
}
