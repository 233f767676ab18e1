// SPDX-License-Identifier: GPL-3.0-or-later

internal import Dispatch
internal import Foundation
internal import Synchronization

/// Stops the server on SIGTERM and SIGINT. The first signal starts a graceful shutdown, the second ends the process at
/// once.
///
/// No acknowledged change is lost: changes are synced to the disk before they are acknowledged.
final class StopSignals: Sendable {
    /// The queue of the signals. It has a thread also while all others are busy.
    static let queue = DispatchQueue(label: "limn.signals", qos: .userInteractive)

    private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []

    /// Installs the signal handlers.
    ///
    /// - Parameter stop: called on the first signal.
    init(stop: @escaping @Sendable () -> Void) {
        let count = Counter()
        for number in [SIGTERM, SIGINT] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: Self.queue)
            source.setEventHandler {
                if count.increment() == 1 { stop() } else { _exit(128 + number) }
            }
            source.resume()
            sources.append(source)
        }
        // Writing to a closed connection or beyond the file size limit returns an error instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}

/// A thread-safe counter.
private final class Counter: Sendable {
    private let value = Mutex(0)

    /// Increments the counter.
    ///
    /// - Returns: the new value.
    func increment() -> Int {
        value.withLock {
            $0 += 1
            return $0
        }
    }
}
