// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Synchronization

/// Delays responses to failed sign-ins. The delay doubles with each failure from the same address.
final class FailureBrake: Sendable {
    private struct Failures {
        var count = 0
        var last = ContinuousClock.now
        var waiting = 0
    }

    private let addresses = Mutex<[String: Failures]>([:])

    /// The time without a failure after which the failures of an address are forgotten.
    private static let memory = Duration.seconds(300)
    /// The longest delay.
    private static let longest = Duration.seconds(4)
    /// The maximum number of delayed responses per address at the same time.
    private static let waitingLimit = 16
    /// The number of known addresses above which old entries are removed.
    private static let addressLimit = 10_000

    /// Records a failure of an address and waits for the resulting delay: 100 milliseconds after the first failure, at
    /// most 4 seconds.
    ///
    /// - Throws: ``Problem`` with status 429 if too many responses to the address are delayed already, or if too many
    ///   addresses are known.
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
