// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnWorker

/// Work on independent items that two threads share.
enum ParallelMap {
    /// What becomes of each item, in their order.
    ///
    /// A second thread takes items as well, where the system grants one in time; nothing waits for it to begin.
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
        // Unchecked: what changes is touched under the lock only.
        private let condition = NSCondition()
        private let items: [Item]
        private var next = 0
        private var count = 0
        private var made: [Made?]

        init(_ items: [Item]) {
            self.items = items
            made = Array(repeating: nil, count: items.count)
        }

        /// Makes what becomes of the next item; false where none is left.
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

        /// Everything, once it is made.
        func all() -> [Made] {
            condition.withLock {
                while count < items.count { condition.wait() }
                return made.compactMap { $0 }
            }
        }
    }
}
