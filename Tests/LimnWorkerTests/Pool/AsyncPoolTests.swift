// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import TestSupport
import Testing

struct AsyncPoolTests {
    @Test func `A hundred tasks share two workers and all are answered`() async throws {
        let pool = makePool(workers: 2)
        let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<100 {
                group.addTask {
                    try await pool.withLease(for: CallerID()) { (number, try await $0.text("echo \(number)")) }
                }
            }
            return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        #expect(answers == Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, "\($0)") }))
        #expect(pool.load == (idle: 2, waiting: 0))
    }

    @Test func `Waiting and asking block no thread of the tasks`() async throws {
        // More requests hang than the system has threads for tasks; this test still goes on.
        let count = 4 * ProcessInfo.processInfo.activeProcessorCount
        let pool = makePool(workers: count)
        let tasks = (0..<count * 2).map { _ in
            Task { try await pool.withLease(for: CallerID()) { try await $0.text("hang") } }
        }
        #expect(await Patience.sleep { pool.load == (idle: 0, waiting: count) })
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: WorkerError.self) { try await task.value } }
        #expect(await Patience.sleep { pool.load == (idle: count, waiting: 0) })
    }

    @Test func `A group of callers has no more workers than its limit`() async throws {
        let pool = makePool(workers: 2)
        let group = CallerGroup(limit: 1)
        let lease = try await pool.lease(for: CallerID(in: group))
        let waiting = Task { try await pool.lease(for: CallerID(in: group)).end() }
        #expect(await Patience.sleep { pool.load == (idle: 1, waiting: 1) })
        try await pool.lease(for: CallerID()).end()
        #expect(pool.load == (idle: 1, waiting: 1))
        lease.end()
        try await waiting.value
        #expect(pool.load == (idle: 2, waiting: 0))
    }

    @Test func `Cancelling a task ends its wait`() async throws {
        let pool = makePool()
        let lease = try await pool.lease(for: CallerID())
        let task = Task { () -> WorkerError.Code? in
            do throws(WorkerError) {
                try await pool.lease(for: CallerID()).end()
                return nil
            } catch { return error.code }
        }
        #expect(await Patience.sleep { pool.load.waiting == 1 })
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(pool.load.waiting == 0)
        lease.end()
    }

    @Test func `Cancelling a task kills the worker that it asks`() async throws {
        let pool = makePool()
        let worker = Notes<pid_t>()
        let signal = try Signal()
        let descriptor = signal.descriptor
        let task = Task {
            try await pool.withLease(for: CallerID()) { lease in
                worker.add(pid_t(try await lease.text("pid")) ?? 0)
                return try await lease.ask(Array("hang".utf8), descriptors: [descriptor]).bytes
            }
        }
        #expect(await Patience.sleep { signal.hasCome })
        let process = try #require(worker.entries.first)
        #expect(System.state(of: process) != nil)
        task.cancel()
        do {
            _ = try await task.value
            Issue.record("It answered.")
        } catch { #expect((error as? WorkerError)?.code == .cancelled) }
        #expect(await Patience.sleep { System.state(of: process) == nil })
        let requests = try await pool.withLease(for: CallerID()) { try await $0.text("requests") }
        #expect(requests == "1")
    }

    @Test func `A task that is cancelled already gets nothing`() async throws {
        let pool = makePool()
        let task = Task { () -> WorkerError.Code? in
            while !Task.isCancelled { await Task.yield() }
            do throws(WorkerError) {
                try await pool.lease(for: CallerID()).end()
                return nil
            } catch { return error.code }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test func `Tasks and threads wait in the same line`() async throws {
        let pool = makePool()
        let caller = CallerID()
        let order = Notes<String>()
        let running = try await pool.lease(for: caller)
        let task = Task {
            let lease = try await pool.lease(for: caller)
            order.add("task")
            lease.end()
        }
        #expect(await Patience.sleep { pool.load.waiting == 1 })
        let thread = BackgroundTask { () throws(WorkerError) in
            let lease = try pool.lease(for: caller)
            order.add("thread")
            lease.end()
        }
        #expect(await Patience.sleep { pool.load.waiting == 2 })
        running.end()
        try await task.value
        try thread.value()
        #expect(order.entries == ["task", "thread"])
    }
}
