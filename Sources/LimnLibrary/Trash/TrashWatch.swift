// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// Determines when to delete old items from the trash: at the first write after a library is opened, and then daily.
final class TrashWatch: @unchecked Sendable {
    // Unchecked: `lock` guards `last`.
    private let lock = NSLock()
    private var last: ContinuousClock.Instant?

    /// Returns whether the time has come. It then returns false for a day.
    func isDue() -> Bool {
        lock.withLock {
            let now = ContinuousClock.now
            if let last, last.duration(to: now) < .seconds(86_400) { return false }
            last = now
            return true
        }
    }
}
