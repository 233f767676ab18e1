// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Synchronization

/// Slows down those who fail to sign in: each failure of an address makes the next answer later.
final class FailureBrake: Sendable {
    private struct Failures {
        var count = 0
        var last = ContinuousClock.now
        var waiting = 0
    }

    private let addresses = Mutex<[String: Failures]>([:])

    /// After this time without a failure, an address starts anew.
    private static let memory = Duration.seconds(300)
    /// The longest wait.
    private static let longest = Duration.seconds(4)
    /// The most answers to one address that wait at once.
    private static let waitingLimit = 16
    /// The most addresses that are remembered.
    private static let addressLimit = 10_000

    /// Waits as long as an address deserves after one more failure.
    ///
    /// - Throws: ``Problem`` with 429 where many of its answers wait already.
    func slowDown(_ address: String) async throws {
        let wait: Duration? = addresses.withLock { known in
            let now = ContinuousClock.now
            if known.count >= Self.addressLimit {
                known = known.filter { $0.value.waiting > 0 || now - $0.value.last < Self.memory }
            }
            var failures = known[address] ?? Failures()
            if now - failures.last > Self.memory { failures.count = 0 }
            failures.count += 1
            failures.last = now
            let isFull = failures.waiting >= Self.waitingLimit || known.count > 2 * Self.addressLimit
            if !isFull { failures.waiting += 1 }
            known[address] = failures
            return isFull ? nil : min(Self.longest, .milliseconds(50) * (1 << min(failures.count, 10)))
        }
        guard let wait else {
            throw Problem(
                .tooManyRequests, "too-many", "Too many attempts to sign in have failed.",
                headers: [.retryAfter: "30"])
        }
        defer { addresses.withLock { $0[address]?.waiting -= 1 } }
        try await Task.sleep(for: wait)
    }
}
