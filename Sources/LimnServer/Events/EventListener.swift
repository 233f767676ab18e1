// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// A client of the event stream. It queues events until they are sent. A client that reads too slowly is disconnected
/// and can reconnect later.
final class EventListener: Sendable {
    let identity: Identity
    /// The events in order. The sequence ends if the listener is dropped.
    let events: AsyncStream<[UInt8]>
    private let continuation: AsyncStream<[UInt8]>.Continuation
    /// The number of bytes in the queue.
    private let waiting = Mutex(0)
    private let onDrop: @Sendable () -> Void

    /// The maximum number of bytes in the queue.
    static let limit = 4 << 20

    /// Creates a listener with an empty queue.
    ///
    /// - Parameter onDrop: called if the listener is dropped because it reads too slowly.
    init(_ identity: Identity, onDrop: @escaping @Sendable () -> Void) {
        self.identity = identity
        self.onDrop = onDrop
        // The buffer must be large enough to replay the whole ring of the hub.
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(16_384))
    }

    /// Adds an event to the queue, or drops the listener if the queue is full.
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

    /// Records that an event was sent.
    func sent(_ bytes: [UInt8]) { waiting.withLock { $0 -= bytes.count } }

    /// Ends the sequence.
    func finish() { continuation.finish() }
}
