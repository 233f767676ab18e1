// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import Testing
import TestSupport

struct OrderedMapTests {
    /// What the map asked of it.
    private struct Counter: Sequence, IteratorProtocol {
        let taken: Notes<Int>
        var number = 0
        let count: Int

        mutating func next() -> Int? {
            guard number < count else { return nil }
            defer { number += 1 }
            taken.add(number)
            return number
        }
    }

    private func thread() -> String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
    }

    @Test(arguments: [1, 2, 7])
    func `Results come in the order of the items, whatever takes longest`(_ width: Int) {
        var made: [Int] = []
        let count = orderedMap(
            0..<200, width: width,
            { number in
                usleep(UInt32((number * 37 % 11) * 100))
                return number * 2
            }, deliver: { made.append($0) })
        #expect(count == 200)
        #expect(made == (0..<200).map { $0 * 2 })
    }

    @Test func `Nothing is made of nothing`() {
        #expect(orderedMap([Int](), width: 3, { $0 }, deliver: { _ in Issue.record("It delivered.") }) == 0)
    }

    @Test func `Two items are worked on at once and never three`() {
        let meeting = DispatchSemaphore(value: 0)
        let lock = NSLock()
        nonisolated(unsafe) var (running, most) = (0, 0)
        orderedMap(
            0..<20, width: 2,
            { number in
                lock.withLock {
                    running += 1
                    most = max(most, running)
                }
                // The first two end only when both have begun.
                if number == 0 { meeting.wait() }
                if number == 1 { meeting.signal() }
                usleep(500)
                lock.withLock { running -= 1 }
            }, deliver: { _ in })
        #expect(most == 2)
    }

    @Test func `Deliveries and ticks are made on the calling thread, work on others that are used again`() {
        let own = thread()
        let workers = Notes<String>()
        orderedMap(
            0..<50, width: 3, tick: { #expect(thread() == own) }, { _ in workers.add(thread()) },
            deliver: { (_: Void) in #expect(thread() == own) })
        let names = Set(workers.entries)
        #expect(names.count <= 3 && !names.contains(own))
        // They are gone when the map returns; the kernel may need a moment to clear away.
        #expect(Patience.wait { names.allSatisfy { !FileManager.default.fileExists(atPath: "/proc/\($0)") } })
    }

    @Test func `Items are taken as they are needed`() {
        let taken = Notes<Int>()
        var delivered = 0
        orderedMap(
            Counter(taken: taken, count: 100), width: 2, lead: 5, { $0 },
            deliver: { number in
                #expect(number == delivered)
                // The one that is delivered, and five behind it.
                #expect(taken.entries.count <= delivered + 6)
                delivered += 1
            })
        #expect(delivered == 100)
        #expect(taken.entries == Array(0..<100))
    }

    @Test func `No more results wait than the lead allows`() {
        let door = Door()
        let done = Notes<Int>()
        var ticks = 0
        orderedMap(
            0..<40, width: 4, lead: 8,
            tick: {
                ticks += 1
                // Everything that may be made without the first result is made by now, or will be soon.
                if ticks == 3 { door.open() }
            },
            { number in
                if number == 0 {
                    door.pass()
                    #expect(done.entries.count <= 8)
                } else {
                    done.add(number)
                }
            }, deliver: { _ in })
        #expect(ticks >= 3)
        #expect(done.entries.count == 39)
    }

    @Test func `Cancelling takes no new items and delivers what was begun`() {
        let cancellation = Cancellation()
        let begun = Notes<Int>()
        var delivered: [Int] = []
        let count = orderedMap(
            0..<10_000, width: 2, lead: 4, cancellation: cancellation,
            { number in
                begun.add(number)
                return number
            },
            deliver: { number in
                delivered.append(number)
                if number == 9 { cancellation.cancel() }
            })
        #expect(count == delivered.count)
        #expect(delivered == Array(0..<count))
        #expect(begun.entries.sorted() == delivered)
        #expect((10...15).contains(count))
    }

    @Test func `A map that is cancelled before works on nothing`() {
        let cancellation = Cancellation()
        cancellation.cancel()
        let taken = Notes<Int>()
        let count = orderedMap(
            Counter(taken: taken, count: 100), width: 2, cancellation: cancellation, { $0 }, deliver: { _ in })
        #expect(count == 0)
        #expect(taken.entries == [])
    }

    @Test func `What a delivery throws ends the map`() throws {
        struct Refused: Error, Equatable { var number: Int }
        let begun = Notes<Int>()
        var delivered: [Int] = []
        #expect(throws: Refused(number: 7)) {
            try orderedMap(
                0..<1000, width: 3, lead: 4,
                { number in
                    begun.add(number)
                    return number
                },
                deliver: { (number) throws(Refused) in
                    if number == 7 { throw Refused(number: 7) }
                    delivered.append(number)
                })
        }
        #expect(delivered == Array(0..<7))
        #expect(begun.entries.count <= 12)
    }

    @Test(.disabled(if: isSanitized, "The address sanitizer keeps variables outside of the stack."))
    func `Threads that work have deep stacks`() {
        @Sendable func descend(from top: UInt) -> Int {
            var local = 0
            let here = withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
            return top - here > 12 << 20 ? 0 : descend(from: top) + 1
        }
        orderedMap(
            0..<2, width: 2,
            { _ in
                var local = 0
                return descend(from: withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) })
            }, deliver: { (depth: Int) in #expect(depth > 0) })
    }
}

struct BackgroundTaskTests {
    @Test func `The value is made while the caller does other work`() {
        let door = Door()
        let task = BackgroundTask {
            door.pass()
            return 42
        }
        // Would the task run on this thread, it would wait for ever.
        door.open()
        #expect(task.value() == 42)
        #expect(task.value() == 42)
    }

    @Test func `What the closure throws comes out`() throws {
        struct Refused: Error {}
        let task = BackgroundTask { () throws(Refused) -> Int in throw Refused() }
        #expect(throws: Refused.self) { try task.value() }
    }

    @Test func `A task that nobody asks still ends`() {
        let door = Door()
        _ = BackgroundTask { door.open() }
        door.pass()
    }
}
