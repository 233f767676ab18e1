// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization
import Testing

@testable import LimnServer

@Suite struct TurnsTests {
    /// Waits until so many wait.
    private func wait(_ turns: Turns, until count: Int) async {
        while turns.load.waiting != count { await Task.yield() }
    }

    @Test func `people take turns, whatever number of requests each has waiting`() async throws {
        let turns = Turns(width: 1, limit: 100)
        let order = Order()
        let (gate, opener) = AsyncStream<Void>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await turns.run(for: "first") { for await _ in gate {} } }
            while turns.load.running == 0 { await Task.yield() }
            for index in 0..<5 {
                group.addTask { try await turns.run(for: "many") { order.add("many") } }
                await wait(turns, until: index + 1)
            }
            group.addTask { try await turns.run(for: "one") { order.add("one") } }
            await wait(turns, until: 6)
            opener.finish()
            try await group.waitForAll()
        }
        #expect(order.names == ["many", "one", "many", "many", "many", "many"])
        #expect([turns.load.running, turns.load.waiting] == [0, 0])
    }

    @Test func `whoever has too much waiting is refused, and what is cancelled waits no longer`() async throws {
        let turns = Turns(width: 1, limit: 1)
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let running = Task { try await turns.run(for: "a") { for await _ in gate {} } }
        while turns.load.running == 0 { await Task.yield() }
        let waiting = Task { try await turns.run(for: "a") { true } }
        await wait(turns, until: 1)
        await #expect(throws: Problem.self) { try await turns.run(for: "a") {} }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect([turns.load.running, turns.load.waiting] == [1, 0])
        opener.finish()
        try await running.value
        #expect([turns.load.running, turns.load.waiting] == [0, 0])
    }
}

/// Who was served, in order.
private final class Order: Sendable {
    private let list = Mutex<[String]>([])

    func add(_ name: String) { list.withLock { $0.append(name) } }
    var names: [String] { list.withLock { $0 } }
}

extension TurnsTests {
    @Test func `one person never has all places`() async throws {
        let turns = Turns(width: 2, perPerson: 1, limit: 10)
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let first = Task { try await turns.run(for: "a") { for await _ in gate {} } }
        while turns.load.running == 0 { await Task.yield() }
        let second = Task { try await turns.run(for: "a") { "second" } }
        while turns.load.waiting == 0 { await Task.yield() }
        #expect(try await turns.run(for: "b") { "b" } == "b")
        #expect(turns.load.running == 1 && turns.load.waiting == 1)
        opener.finish()
        try await first.value
        #expect(try await second.value == "second")
        #expect([turns.load.running, turns.load.waiting] == [0, 0])
    }
}
