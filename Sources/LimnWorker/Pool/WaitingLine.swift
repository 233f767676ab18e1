// SPDX-License-Identifier: GPL-3.0-or-later

/// A queue of requests that wait for a worker.
///
/// Callers take turns. The requests of one caller keep their order, except that a request among the first few may go
/// first if the free worker has its affinity open.
///
/// A new caller goes before callers that were already served and still have requests. Each of those is overtaken this
/// way at most once between two of its turns, so every caller is served eventually.
package struct WaitingLine<Element: Sendable>: Sendable {
    /// Identifies a request in the line.
    package struct Ticket: Hashable, Sendable { fileprivate let number: UInt64 }

    private struct Waiting: Sendable {
        let ticket: Ticket
        let affinity: Affinity?
        let element: Element
    }

    private struct Caller: Sendable {
        var requests: [Waiting] = []
        /// The number of times in a row that a later request of the same caller went before the first one.
        var passed = 0
    }

    /// The turn of a caller.
    private struct Turn: Sendable {
        let caller: CallerID
        /// Whether new callers may go before it.
        var yields: Bool
    }

    /// The number of a caller's requests that are checked for an affinity.
    package static var reach: Int { 16 }
    /// The maximum number of times in a row that a caller's later request goes before its first one.
    package static var patience: Int { 4 }

    private var callers: [CallerID: Caller] = [:]
    private var turns: [Turn] = []
    private var owners: [Ticket: CallerID] = [:]
    private var lastNumber: UInt64 = 0

    package init() {}

    /// The number of waiting requests.
    package var count: Int { owners.count }

    /// Appends a request to the line.
    package mutating func append(_ element: Element, caller: CallerID, affinity: Affinity?) -> Ticket {
        lastNumber += 1
        let ticket = Ticket(number: lastNumber)
        if callers[caller] == nil {
            let overtaken = turns.reversed().prefix { $0.yields }.count
            let place = turns.count - overtaken
            for index in place..<turns.count { turns[index].yields = false }
            turns.insert(Turn(caller: caller, yields: false), at: place)
        }
        callers[caller, default: Caller()].requests.append(
            Waiting(ticket: ticket, affinity: affinity, element: element))
        owners[ticket] = caller
        return ticket
    }

    /// Removes and returns a request; nil if it is no longer in the line.
    package mutating func remove(_ ticket: Ticket) -> Element? {
        guard let caller = owners[ticket],
            let index = callers[caller]?.requests.firstIndex(where: { $0.ticket == ticket })
        else { return nil }
        let element = take(index, of: caller)
        if callers[caller] == nil { turns.removeAll { $0.caller == caller } }
        return element
    }

    /// Takes the next request for a worker that has `open` open; nil if the line is empty.
    ///
    /// - Parameters:
    ///   - open: The affinity that the worker has open; nil for none.
    ///   - mayGo: Whether a caller may have a worker now. Others keep their turns.
    package mutating func next(for open: Affinity?, if mayGo: (CallerID) -> Bool = { _ in true }) -> Element? {
        guard let place = turns.firstIndex(where: { mayGo($0.caller) }), let caller = callers[turns[place].caller]
        else {
            return nil
        }
        let turn = turns.remove(at: place)
        var index = 0
        if let open, caller.passed < Self.patience {
            index = caller.requests.prefix(Self.reach).firstIndex { $0.affinity == open } ?? 0
        }
        callers[turn.caller]?.passed = index == 0 ? 0 : caller.passed + 1
        let element = take(index, of: turn.caller)
        if callers[turn.caller] != nil { turns.append(Turn(caller: turn.caller, yields: true)) }
        return element
    }

    /// Removes and returns all requests, oldest first.
    package mutating func removeAll() -> [Element] {
        defer { self = WaitingLine() }
        return callers.values.flatMap(\.requests).sorted { $0.ticket.number < $1.ticket.number }.map(\.element)
    }

    private mutating func take(_ index: Int, of caller: CallerID) -> Element? {
        guard let waiting = callers[caller]?.requests.remove(at: index) else { return nil }
        owners[waiting.ticket] = nil
        if callers[caller]?.requests.isEmpty == true { callers[caller] = nil }
        return waiting.element
    }
}
