// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// A queue of the shard's tasks that several runners share.
final class TaskQueue: @unchecked Sendable {
    // Unchecked: `lock` guards the rest.
    private let lock = NSLock()
    private let order: [Int32]
    private var next = 0
    private var isClosed = false

    init(_ order: [Int32]) { self.order = order }

    /// The number of tasks to perform.
    var count: Int { order.count }

    /// Returns the index of the next task in the list; nil if all are taken or the queue is closed.
    func take() -> Int? {
        lock.withLock {
            guard !isClosed, next < order.count else { return nil }
            next += 1
            return Int(order[next - 1])
        }
    }

    /// Closes the queue: no more tasks are returned.
    func close() { lock.withLock { isClosed = true } }
}
