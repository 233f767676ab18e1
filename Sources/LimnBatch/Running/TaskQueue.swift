// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// The tasks of a shard that are to be done, in order, for several runners.
final class TaskQueue: @unchecked Sendable {
    // Unchecked: `lock` guards the rest.
    private let lock = NSLock()
    private let order: [Int32]
    private var next = 0
    private var isClosed = false

    init(_ order: [Int32]) { self.order = order }

    /// How many tasks there are to do.
    var count: Int { order.count }

    /// The next task's place in the list; nil when all are taken, or the queue is closed.
    func take() -> Int? {
        lock.withLock {
            guard !isClosed, next < order.count else { return nil }
            next += 1
            return Int(order[next - 1])
        }
    }

    /// Gives out no more.
    func close() { lock.withLock { isClosed = true } }
}
