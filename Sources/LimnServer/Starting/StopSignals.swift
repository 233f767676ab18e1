// SPDX-License-Identifier: GPL-3.0-or-later

internal import Dispatch
internal import Foundation
internal import Synchronization

/// Ends the server on SIGTERM and SIGINT. The first signal stops it, the second ends the process at once.
///
/// Nothing that was acknowledged is lost then: it is on the disk before it is acknowledged.
final class StopSignals: Sendable {
    private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []

    /// - Parameter stop: called with the first signal.
    init(stop: @escaping @Sendable () -> Void) {
        let count = Counter()
        for number in [SIGTERM, SIGINT] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if count.increment() == 1 { stop() } else { _exit(128 + number) }
            }
            source.resume()
            sources.append(source)
        }
        // Writing to a client that has gone is an error like others.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}

/// A number that threads count up.
private final class Counter: Sendable {
    private let value = Mutex(0)

    /// - Returns: the new value.
    func increment() -> Int {
        value.withLock {
            $0 += 1
            return $0
        }
    }
}
