// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// Somebody who watches. Events wait here until they are sent; who reads too slowly is dropped and comes back later.
final class EventListener: Sendable {
    let identity: Identity
    /// The events, in order. The sequence ends where the listener is dropped.
    let events: AsyncStream<[UInt8]>
    private let continuation: AsyncStream<[UInt8]>.Continuation
    /// The bytes that wait.
    private let waiting = Mutex(0)
    private let onDrop: @Sendable () -> Void

    /// The most bytes that wait.
    static let limit = 4 << 20

    /// - Parameter onDrop: called when the listener reads too slowly.
    init(_ identity: Identity, onDrop: @escaping @Sendable () -> Void) {
        self.identity = identity
        self.onDrop = onDrop
        // Replaying the whole ring must fit.
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(16_384))
    }

    /// Puts an event into the queue.
    func take(_ bytes: [UInt8]) {
        let isFull = waiting.withLock { waiting in
            waiting += bytes.count
            return waiting > Self.limit + bytes.count
        }
        var isDropped = isFull
        if !isFull, case .dropped = continuation.yield(bytes) { isDropped = true }
        guard isDropped else { return }
        continuation.finish()
        onDrop()
    }

    /// Says that an event was sent.
    func sent(_ bytes: [UInt8]) { waiting.withLock { $0 -= bytes.count } }

    /// Ends the sequence.
    func finish() { continuation.finish() }
}
