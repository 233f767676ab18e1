// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Synchronization

/// The memory for request bodies that are read as a whole, over all requests and for each person.
///
/// Each body has a limit of its own. This budget bounds their sum, however many connections send bodies at once.
final class BodyBudget: Sendable {
    /// The budget of this process.
    static let shared = BodyBudget(total: 160 << 20, perPerson: 64 << 20)

    private let total: Int
    private let perPerson: Int
    private let held = Mutex<(total: Int, people: [String: Int])>((0, [:]))

    /// Creates a budget.
    ///
    /// - Parameters:
    ///   - total: the largest number of bytes of all bodies.
    ///   - perPerson: the largest number of bytes of one person's bodies.
    init(total: Int, perPerson: Int) { (self.total, self.perPerson) = (total, perPerson) }

    /// The number of bytes that are taken now.
    var taken: Int { held.withLock(\.total) }

    /// Takes bytes.
    ///
    /// - Throws: ``Problem`` with status 429 if the person would have too many, or 503 if all would have too many.
    fileprivate func take(_ count: Int, for person: String) throws(Problem) {
        try held.withLock { held throws(Problem) in
            let own = held.people[person, default: 0] + count
            guard own <= perPerson else {
                throw Problem(
                    .tooManyRequests, "too-many-bodies", "Your other requests are still sending large bodies.",
                    headers: [.retryAfter: "1"])
            }
            guard held.total + count <= total else {
                throw Problem(
                    .serviceUnavailable, "busy", "Too many large bodies are being sent.", headers: [.retryAfter: "1"])
            }
            held.people[person] = own
            held.total += count
        }
    }

    fileprivate func giveBack(_ count: Int, of person: String) {
        held.withLock { held in
            held.total -= count
            let left = held.people[person, default: 0] - count
            held.people[person] = left > 0 ? left : nil
        }
    }
}

/// The share of a ``BodyBudget`` that one request holds until this object is released.
final class HeldBody: Sendable {
    private let budget: BodyBudget
    private let held = Mutex<[String: Int]>([:])

    init(_ budget: BodyBudget = .shared) { self.budget = budget }

    /// Takes more bytes.
    ///
    /// - Parameter person: the key of the person who sends them.
    /// - Throws: ``Problem`` with status 429 or 503 if the budget is used up.
    func take(_ count: Int, for person: String) throws(Problem) {
        try budget.take(count, for: person)
        held.withLock { $0[person, default: 0] += count }
    }

    deinit { held.withLock { $0.forEach { budget.giveBack($1, of: $0) } } }
}
