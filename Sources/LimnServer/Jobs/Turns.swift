// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Synchronization
internal import Tracing

/// Limits the number of concurrent tasks. People take turns, regardless of how many tasks each of them has waiting.
final class Turns: Sendable {
    private struct Waiting {
        let number: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var running = 0
        /// The number of running tasks of each person.
        var own: [String: Int] = [:]
        var next = 0
        /// The waiting tasks of each person, in order of arrival.
        var waiting: [String: [Waiting]] = [:]
        /// The people with waiting tasks; the first person is next.
        var people: [String] = []

        mutating func start(_ person: String) {
            running += 1
            own[person, default: 0] += 1
        }

        mutating func end(_ person: String) {
            running -= 1
            let left = own[person, default: 1] - 1
            own[person] = left > 0 ? left : nil
        }
    }

    /// The maximum number of concurrent tasks.
    let width: Int
    private let perPerson: Int
    private let limit: Int
    private let state = Mutex(State())

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - width: the maximum number of concurrent tasks, at least 1.
    ///   - perPerson: the maximum number of concurrent tasks of one person, at least 1; nil for all.
    ///   - limit: the maximum number of waiting tasks per person.
    init(width: Int, perPerson: Int? = nil, limit: Int) {
        self.width = max(1, width)
        self.perPerson = max(1, perPerson ?? width)
        self.limit = limit
    }

    /// Waits for the person's turn, then runs work.
    ///
    /// - Throws: ``Problem`` with status 429 if the person has too many waiting tasks, `CancellationError`, and any
    ///   error of `work`.
    func run<R: Sendable>(for person: String, _ work: @Sendable () async throws -> R) async throws -> R {
        try await withSpan("wait for a turn") { _ in try await begin(person) }
        defer { end(person) }
        return try await work()
    }

    /// The numbers of running and of waiting tasks.
    var load: (running: Int, waiting: Int) {
        state.withLock { ($0.running, $0.waiting.values.reduce(0) { $0 + $1.count }) }
    }

    private enum Entry { case now, full, cancelled, wait }

    private func begin(_ person: String) async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let entry = state.withLock { state -> Entry in
                    // If the task was cancelled before it was queued, `onCancel` has already run and has not found it.
                    if Task.isCancelled { return .cancelled }
                    if state.running < width, state.own[person, default: 0] < perPerson {
                        state.start(person)
                        return .now
                    }
                    let line = state.waiting[person] ?? []
                    guard line.count < limit else { return .full }
                    if line.isEmpty { state.people.append(person) }
                    state.waiting[person] = line + [Waiting(number: number, continuation: continuation)]
                    return .wait
                }
                switch entry {
                case .now: continuation.resume()
                case .full: continuation.resume(throwing: Self.tooMany)
                case .cancelled: continuation.resume(throwing: CancellationError())
                case .wait: break
                }
            }
        } onCancel: {
            withdraw(number, of: person)
        }
    }

    private func withdraw(_ number: Int, of person: String) {
        let found = state.withLock { state -> Waiting? in
            guard let index = state.waiting[person]?.firstIndex(where: { $0.number == number }) else { return nil }
            let waiting = state.waiting[person]?.remove(at: index)
            if state.waiting[person]?.isEmpty == true {
                state.waiting[person] = nil
                state.people.removeAll { $0 == person }
            }
            return waiting
        }
        found?.continuation.resume(throwing: CancellationError())
    }

    private func end(_ person: String) {
        let next = state.withLock { state -> Waiting? in
            state.end(person)
            guard let index = state.people.firstIndex(where: { state.own[$0, default: 0] < perPerson }) else {
                return nil
            }
            let next = state.people.remove(at: index)
            let waiting = state.waiting[next]?.removeFirst()
            if state.waiting[next]?.isEmpty == true {
                state.waiting[next] = nil
            } else {
                state.people.append(next)
            }
            state.start(next)
            return waiting
        }
        next?.continuation.resume()
    }

    private static let tooMany = Problem(
        .tooManyRequests, "too-many", "Too many of your requests are waiting already.", headers: [.retryAfter: "2"])
}
