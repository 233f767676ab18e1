// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// Results that several threads hand over in any order and one takes in their own.
final class OrderedResults<Made: Sendable>: @unchecked Sendable {
    // Unchecked: everything is guarded by `condition`.
    private let condition = NSCondition()
    private var waiting: [Int: Made] = [:]
    private var next = 0

    /// Hands over a result.
    func deliver(_ made: Made, at index: Int) {
        condition.lock()
        waiting[index] = made
        condition.broadcast()
        condition.unlock()
    }

    /// Waits for the next result in order. To be called at most once for each.
    func take() -> Made {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let made = waiting.removeValue(forKey: next) {
                next += 1
                return made
            }
            condition.wait()
        }
    }
}
