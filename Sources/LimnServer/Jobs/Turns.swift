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
        var next = 0
        /// The waiting tasks of each person, in order of arrival.
        var waiting: [String: [Waiting]] = [:]
        /// The people with waiting tasks; the first person is next.
        var people: [String] = []
    }

    /// The maximum number of concurrent tasks.
    let width: Int
    private let limit: Int
    private let state = Mutex(State())

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - width: the maximum number of concurrent tasks, at least 1.
    ///   - limit: the maximum number of waiting tasks per person.
    init(width: Int, limit: Int) {
        self.width = max(1, width)
        self.limit = limit
    }

    /// Waits for the person's turn, then runs work.
    ///
    /// - Throws: ``Problem`` with status 429 if the person has too many waiting tasks, `CancellationError`, and any
    ///   error of `work`.
    func run<R: Sendable>(for person: String, _ work: @Sendable () async throws -> R) async throws -> R {
        try await withSpan("wait for a turn") { _ in try await begin(person) }
        defer { end() }
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
                    if state.running < width {
                        state.running += 1
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

    private func end() {
        let next = state.withLock { state -> Waiting? in
            guard !state.people.isEmpty else {
                state.running -= 1
                return nil
            }
            let person = state.people.removeFirst()
            let waiting = state.waiting[person]?.removeFirst()
            if state.waiting[person]?.isEmpty == true {
                state.waiting[person] = nil
            } else {
                state.people.append(person)
            }
            return waiting
        }
        next?.continuation.resume()
    }

    private static let tooMany = Problem(
        .tooManyRequests, "too-many", "Too much of yours is waiting already.", headers: [.retryAfter: "2"])
}
