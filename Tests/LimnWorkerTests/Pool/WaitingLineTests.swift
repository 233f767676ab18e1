// SPDX-License-Identifier: GPL-3.0-or-later

import LimnWorker
import Testing

struct WaitingLineTests {
    private let anna = CallerID()
    private let ben = CallerID()
    private let carla = CallerID()

    private func all(_ line: inout WaitingLine<String>, open: Affinity? = nil) -> [String] {
        var order: [String] = []
        while let next = line.next(for: open) { order.append(next) }
        return order
    }

    @Test func `Callers take turns and keep their own order`() {
        var line = WaitingLine<String>()
        for number in 1...3 { _ = line.append("a\(number)", caller: anna, affinity: nil) }
        for number in 1...2 { _ = line.append("b\(number)", caller: ben, affinity: nil) }
        _ = line.append("c1", caller: carla, affinity: nil)
        #expect(line.count == 6)
        #expect(all(&line) == ["a1", "b1", "c1", "a2", "b2", "a3"])
        #expect(line.count == 0)
    }

    @Test func `A new caller goes before one that was served and has a thousand more`() {
        var line = WaitingLine<String>()
        for number in 1...1000 { _ = line.append("a\(number)", caller: anna, affinity: nil) }
        #expect(line.next(for: nil) == "a1")
        _ = line.append("b1", caller: ben, affinity: nil)
        #expect(line.next(for: nil) == "b1")
        #expect(line.next(for: nil) == "a2")
    }

    @Test func `A stream of new callers does not starve one that waits`() {
        var line = WaitingLine<String>()
        for number in 1...10 { _ = line.append("a\(number)", caller: anna, affinity: nil) }
        _ = line.next(for: nil)
        var order: [String] = []
        _ = line.append("new", caller: CallerID(), affinity: nil)
        for _ in 0..<12 {
            // There is always a new caller before the next worker is free.
            _ = line.append("new", caller: CallerID(), affinity: nil)
            order.append(line.next(for: nil) ?? "")
        }
        // Two new callers went before Anna's second request; then they wait behind her as she did behind them.
        #expect(order.filter { $0 != "new" }.prefix(2) == ["a2", "a3"])
        #expect(order.first == "new")
    }

    @Test func `What the worker has open overtakes requests of the same caller only`() {
        var line = WaitingLine<String>()
        let sheet = Affinity("sheet")
        _ = line.append("a1", caller: anna, affinity: Affinity("other"))
        _ = line.append("b1", caller: ben, affinity: sheet)
        _ = line.append("a2", caller: anna, affinity: sheet)
        #expect(all(&line, open: sheet) == ["a2", "b1", "a1"])
    }

    @Test func `A request is overtaken four times in a row at most`() {
        var line = WaitingLine<String>()
        _ = line.append("patient", caller: anna, affinity: nil)
        for number in 1...10 { _ = line.append("\(number)", caller: anna, affinity: Affinity("sheet")) }
        let order = all(&line, open: Affinity("sheet"))
        #expect(order == ["1", "2", "3", "4", "patient", "5", "6", "7", "8", "9", "10"])
    }

    @Test func `Only the first sixteen requests of a caller are looked at for an affinity`() {
        var line = WaitingLine<String>()
        for number in 1...16 { _ = line.append("\(number)", caller: anna, affinity: nil) }
        _ = line.append("far", caller: anna, affinity: Affinity("sheet"))
        #expect(line.next(for: Affinity("sheet")) == "1")
        #expect(line.next(for: Affinity("sheet")) == "far")
    }

    @Test func `A request that leaves the line takes its caller's turn along when it was the last`() {
        var line = WaitingLine<String>()
        let first = line.append("a1", caller: anna, affinity: nil)
        let second = line.append("b1", caller: ben, affinity: nil)
        _ = line.append("b2", caller: ben, affinity: nil)
        #expect(line.remove(first) == "a1")
        #expect(line.remove(first) == nil)
        #expect(line.remove(second) == "b1")
        #expect(line.count == 1)
        #expect(all(&line) == ["b2"])
    }

    @Test func `Taking all keeps the order of arrival`() {
        var line = WaitingLine<String>()
        for (text, caller) in [("1", anna), ("2", ben), ("3", anna)] {
            _ = line.append(text, caller: caller, affinity: nil)
        }
        #expect(line.removeAll() == ["1", "2", "3"])
        #expect(line.count == 0)
        #expect(line.next(for: nil) == nil)
    }
}
