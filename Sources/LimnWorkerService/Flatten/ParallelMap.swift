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
        let work = Monitor(Work<Made>(count: items.count))
        let makeRest = { @Sendable in
            while let index = work.withLock({ $0.take() }) {
                let made = make(items[index])
                work.change { $0.made[index] = made }
            }
        }
        DrawingThread.start(makeRest)
        makeRest()
        return work.wait { $0.all }
    }

    private struct Work<Made: Sendable> {
        var made: [Made?]
        private var next = 0

        init(count: Int) { made = Array(repeating: nil, count: count) }

        /// Returns the index of an item that nobody has taken; nil if none is left.
        mutating func take() -> Int? {
            guard next < made.count else { return nil }
            defer { next += 1 }
            return next
        }

        /// All results; nil if one is missing.
        var all: [Made]? {
            let all = made.compactMap { $0 }
            return all.count == made.count ? all : nil
        }
    }
}
