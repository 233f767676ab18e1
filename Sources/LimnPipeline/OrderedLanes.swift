// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnWorker
internal import Foundation

/// Works on many things in several threads, each with a runner of its own, and gives the results in the things' order.
final class OrderedLanes<Item: Sendable, Made: Sendable>: @unchecked Sendable {
    // Unchecked: `next`, `taken` and `done` are guarded by `condition`; everything else is constant.

    /// Lanes are at most so many things ahead of whoever takes the results.
    private let lead: Int
    private let items: [Item]
    private let isolation: Isolation
    private let work: @Sendable (Item, any JobRunner) -> Made
    private let condition = NSCondition()
    private var next = 0
    private var taken = 0
    private var done: [Int: Made] = [:]

    /// - Parameters:
    ///   - lead: how many results may wait; what they hold stays in memory.
    ///   - work: what is done with each thing; the runner is the lane's own.
    init(
        _ items: [Item], isolation: Isolation, lead: Int = 64,
        work: @escaping @Sendable (Item, any JobRunner) -> Made
    ) {
        self.items = items
        self.isolation = isolation
        self.lead = lead
        self.work = work
    }

    /// Begins, in so many lanes.
    func start(_ jobs: Int) {
        for _ in 0..<min(max(1, jobs), items.count) { DrawingThread.start { self.run() } }
    }

    /// Lets lanes end that nobody takes from any more, each with what it is at.
    func end() {
        condition.lock()
        defer { condition.unlock() }
        next = items.count
        condition.broadcast()
    }

    /// Waits for what was made of the next thing. To be called at most once for each.
    func take() -> Made {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let made = done.removeValue(forKey: taken) {
                taken += 1
                condition.broadcast()
                return made
            }
            condition.wait()
        }
    }

    private func run() {
        let runner = isolation.makeRunner()
        defer { runner.end() }
        while let index = claim() {
            let made = work(items[index], runner)
            condition.lock()
            done[index] = made
            condition.broadcast()
            condition.unlock()
        }
    }

    private func claim() -> Int? {
        condition.lock()
        defer { condition.unlock() }
        while next < items.count, next >= taken + lead { condition.wait() }
        guard next < items.count else { return nil }
        next += 1
        return next - 1
    }
}
