// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnWorker

/// Distributes independent items over two threads.
enum ParallelMap {
    /// Returns the results for all items, in order.
    ///
    /// A second thread also processes items if the system can create it. The calling thread does not wait for it to
    /// start.
    static func map<Item: Sendable, Made: Sendable>(
        _ items: [Item], _ make: @escaping @Sendable (Item) -> Made
    ) -> [Made] {
        guard items.count > 1, ProcessInfo.processInfo.activeProcessorCount > 1 else { return items.map(make) }
        let state = State<Item, Made>(items)
        DrawingThread.start { while state.makeOne(make) {} }
        while state.makeOne(make) {}
        return state.all()
    }

    private final class State<Item: Sendable, Made: Sendable>: @unchecked Sendable {
        // Unchecked: the mutable state is used only while holding the lock.
        private let condition = NSCondition()
        private let items: [Item]
        private var next = 0
        private var count = 0
        private var made: [Made?]

        init(_ items: [Item]) {
            self.items = items
            made = Array(repeating: nil, count: items.count)
        }

        /// Processes the next item; returns false if none is left.
        func makeOne(_ make: (Item) -> Made) -> Bool {
            guard let index = take() else { return false }
            let result = make(items[index])
            condition.withLock {
                made[index] = result
                count += 1
                condition.broadcast()
            }
            return true
        }

        private func take() -> Int? {
            condition.withLock {
                guard next < items.count else { return nil }
                defer { next += 1 }
                return next
            }
        }

        /// Waits for all results and returns them.
        func all() -> [Made] {
            condition.withLock {
                while count < items.count { condition.wait() }
                return made.compactMap { $0 }
            }
        }
    }
}
