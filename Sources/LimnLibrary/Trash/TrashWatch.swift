// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// Tells when the trash is to be looked through: at the first write of a library that was opened, and then daily.
final class TrashWatch: @unchecked Sendable {
    // Unchecked: `lock` guards `last`.
    private let lock = NSLock()
    private var last: ContinuousClock.Instant?

    /// Whether it is time. The next answer is true only after a day.
    func isDue() -> Bool {
        lock.withLock {
            let now = ContinuousClock.now
            if let last, last.duration(to: now) < .seconds(86_400) { return false }
            last = now
            return true
        }
    }
}
