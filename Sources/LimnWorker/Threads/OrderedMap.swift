// SPDX-License-Identifier: GPL-3.0-or-later

/// Processes several items at the same time and delivers the results in the order of the items.
///
/// The calling thread takes items from the sequence on demand, and calls `deliver` and `tick`. `width` threads with
/// stacks of 16 MiB call `work`; each takes the next item when it is done. All of them end before this returns. If the
/// system cannot create a thread, the calling thread does the work itself.
///
/// - Parameters:
///   - items: The items. The sequence may be long: at any time, at most `lead + 1` items have been taken but not
///     delivered.
///   - width: The number of items to process at the same time, 1 or more.
///   - lead: The maximum number of items that are started or finished ahead of the next one to deliver. It is at least
///     `width - 1`, so that all threads have work. Finished results stay in memory.
///   - cancellation: Ends the map early: no further item is started. Started items are finished and delivered.
///   - tick: Called about twelve times per second, while waiting for results and between deliveries.
///   - work: Computes the result of one item.
///   - deliver: Receives one result. If it throws, no further item is started and nothing more is delivered.
/// - Returns: The number of delivered results.
/// - Throws: The error of `deliver`, after all threads have ended.
@discardableResult
public func orderedMap<Item: Sendable, Made: Sendable, Failure: Error>(
    _ items: some Sequence<Item>, width: Int, lead: Int = 64, cancellation: Cancellation? = nil,
    tick: () -> Void = {}, _ work: @escaping @Sendable (Item) -> Made, deliver: (Made) throws(Failure) -> Void
) throws(Failure) -> Int {
    let width = max(1, width)
    let limit = max(min(lead, .max - 1), width - 1) + 1
    let bench = WorkBench<Item, Made>()
    var threads: [WorkThread] = []
    // All threads end first, even if an error is thrown.
    defer {
        bench.close()
        for thread in threads { thread.join() }
    }
    let registration = cancellation?.onCancel { bench.close() }
    defer { registration?.remove() }

    var iterator = items.makeIterator()
    var taken = 0
    var delivered = 0
    var isAtEnd = false
    var clock = TickClock()
    while true {
        while !isAtEnd, taken - delivered < limit {
            guard !bench.isClosed, let item = iterator.next() else {
                isAtEnd = true
                break
            }
            bench.add(item)
            taken += 1
            if threads.count < min(width, taken - delivered), let thread = WorkThread({ bench.run(work) }) {
                threads.append(thread)
            }
        }
        if isAtEnd, delivered == taken { return delivered }
        if threads.isEmpty { bench.runOne(work) }
        switch bench.take(delivered, atMost: TickClock.interval) {
        case .made(let made):
            try deliver(made)
            delivered += 1
        case .notYet: break
        case .never: return delivered
        }
        if clock.isDue() { tick() }
    }
}

/// The items that wait for a thread, and the results that wait for delivery.
private final class WorkBench<Item: Sendable, Made: Sendable>: Sendable {
    enum Taken {
        case made(Made)
        case notYet
        /// The bench was closed before a thread started the item.
        case never
    }

    private struct State: Sendable {
        /// The items that no thread has started, by index.
        var waiting: [Int: Item] = [:]
        var added = 0
        var next = 0
        /// The indices of the items that are being processed.
        var begun: Set<Int> = []
        var made: [Int: Made] = [:]
        var isClosed = false

        mutating func begin() -> (index: Int, item: Item)? {
            guard let item = waiting.removeValue(forKey: next) else { return nil }
            defer { next += 1 }
            begun.insert(next)
            return (next, item)
        }
    }

    private let state = Monitor(State())

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func add(_ item: Item) {
        state.change { state in
            if !state.isClosed { state.waiting[state.added] = item }
            state.added += 1
        }
    }

    /// Drops the items that no thread has started. Threads end when they are done.
    func close() {
        state.change { state in
            state.isClosed = true
            state.waiting = [:]
        }
    }

    /// Processes items until the bench is closed.
    func run(_ work: (Item) -> Made) {
        while let (index, item) = nextItem() { finish(index, work(item)) }
    }

    /// Processes the next item if there is one.
    func runOne(_ work: (Item) -> Made) {
        if let (index, item) = state.withLock({ $0.begin() }) { finish(index, work(item)) }
    }

    /// Waits for an item; nil if the bench is closed.
    private func nextItem() -> (index: Int, item: Item)? {
        state.wait { state -> (index: Int, item: Item)?? in
            if let next = state.begin() { return .some(next) }
            return state.isClosed ? .some(nil) : nil
        }
    }

    private func finish(_ index: Int, _ made: Made) {
        state.change { state in
            state.begun.remove(index)
            state.made[index] = made
        }
    }

    /// Waits for the result of one item.
    func take(_ index: Int, atMost duration: Duration) -> Taken {
        state.wait(atMost: duration) { state -> Taken? in
            if let made = state.made.removeValue(forKey: index) { return .made(made) }
            return state.isClosed && !state.begun.contains(index) ? .never : nil
        } ?? .notYet
    }
}

/// Determines when the next tick is due.
private struct TickClock {
    /// The time between ticks.
    static let interval = Duration.milliseconds(80)
    private var last = ContinuousClock.now

    mutating func isDue() -> Bool {
        let now = ContinuousClock.now
        guard now - last >= Self.interval else { return false }
        last = now
        return true
    }
}
