// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// How long tests wait for what must come: so long that no loaded machine fails them.
package enum Patience {
    /// In seconds.
    package static let limit = 120

    /// Asks again and again until a condition holds.
    ///
    /// - Returns: false where it does not hold within the limit.
    package static func wait(until condition: () throws -> Bool) rethrows -> Bool {
        let end = ContinuousClock.now + .seconds(limit)
        while try !condition() {
            guard ContinuousClock.now < end else { return false }
            usleep(10_000)
        }
        return true
    }

    /// The same in asynchronous code, whose threads it leaves to others. It counts its turns rather than the time: tests that
    /// block hold the few threads of asynchronous code for minutes. (A second `wait` would be a trap: inside a macro, the
    /// compiler takes the one that blocks.)
    package static func sleep(until condition: () throws -> Bool) async rethrows -> Bool {
        for _ in 0..<limit * 200 {
            if try condition() { return true }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return try condition()
    }
}
