// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Synchronization

/// The memory for large answers that are being read, over all requests and for each person.
///
/// Answers with the same content share one copy, which counts once.
final class SendBudget: Sendable {
    /// The budget of this process.
    static let shared = SendBudget(total: 128 << 20, perPerson: 64 << 20)

    /// A content that is being sent. It counts until this object is released.
    final class Held: Sendable {
        private let budget: SendBudget
        private let content: String

        fileprivate init(_ budget: SendBudget, _ content: String) { (self.budget, self.content) = (budget, content) }

        deinit { budget.release(content) }
    }

    private struct Content {
        let bytes: Int
        let person: String
        var readers = 1
    }

    private struct State {
        var total = 0
        var people: [String: Int] = [:]
        var contents: [String: Content] = [:]
    }

    private let total: Int
    private let perPerson: Int
    private let state = Mutex(State())

    init(total: Int, perPerson: Int) { (self.total, self.perPerson) = (total, perPerson) }

    /// Counts a content that is about to be sent.
    ///
    /// - Parameters:
    ///   - content: a text that only equal contents have.
    ///   - person: the key of the person who reads it.
    /// - Throws: ``Problem`` with status 429 or 503 if it would exceed the budget.
    func hold(_ bytes: Int, of content: String, for person: String) throws(Problem) -> Held {
        try state.withLock { state throws(Problem) in
            if state.contents[content] != nil {
                state.contents[content]?.readers += 1
                return
            }
            let own = state.people[person, default: 0] + bytes
            guard own <= perPerson else {
                throw Problem(
                    .tooManyRequests, "too-many", "You are still reading other large answers.",
                    headers: [.retryAfter: "2"])
            }
            guard state.total + bytes <= total else {
                throw Problem(
                    .serviceUnavailable, "busy", "Too many large answers are being read.", headers: [.retryAfter: "2"])
            }
            state.contents[content] = Content(bytes: bytes, person: person)
            state.people[person] = own
            state.total += bytes
        }
        return Held(self, content)
    }

    private func release(_ name: String) {
        state.withLock { state in
            guard let content = state.contents[name] else { return }
            guard content.readers == 1 else {
                state.contents[name]?.readers -= 1
                return
            }
            state.contents[name] = nil
            state.total -= content.bytes
            let left = state.people[content.person, default: 0] - content.bytes
            state.people[content.person] = left > 0 ? left : nil
        }
    }
}
