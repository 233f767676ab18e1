// SPDX-License-Identifier: GPL-3.0-or-later

/// A token that cancels work.
///
/// Any thread may cancel; a second cancellation has no effect. Cancelling only calls handlers: a pool and
/// ``orderedMap(_:width:lead:cancellation:tick:_:deliver:)`` register handlers that end their work.
public final class Cancellation: Sendable {
    private struct State: Sendable {
        var isCancelled = false
        var nextKey = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Monitor(State())

    /// Makes a token that is not cancelled.
    public init() {}

    /// Whether ``cancel()`` was called.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Cancels, and calls the handlers on this thread.
    public func cancel() {
        let handlers = state.withLock { state in
            state.isCancelled = true
            defer { state.handlers = [:] }
            return state.handlers.sorted { $0.key < $1.key }.map(\.value)
        }
        for handler in handlers { handler() }
    }

    /// Registers a handler. It is called once on cancellation, or immediately if the token is already cancelled.
    ///
    /// - Returns: A registration. Releasing it removes the handler, which may still be running on the cancelling
    ///   thread; ``isCancelled`` is true in that case.
    public func onCancel(_ handler: @escaping @Sendable () -> Void) -> Registration {
        let key: Int? = state.withLock { state in
            guard !state.isCancelled else { return nil }
            state.nextKey += 1
            state.handlers[state.nextKey] = handler
            return state.nextKey
        }
        if key == nil { handler() }
        return Registration(self, key: key)
    }

    private func remove(_ key: Int) {
        // The handler may hold the last reference to an object, which must be released outside the lock.
        _ = state.withLock { $0.handlers.removeValue(forKey: key) }
    }

    /// A registered handler.
    public final class Registration: Sendable {
        private let owner: Cancellation
        private let key: Int?

        fileprivate init(_ owner: Cancellation, key: Int?) {
            self.owner = owner
            self.key = key
        }

        deinit { remove() }

        /// Removes the handler. A second call has no effect.
        public func remove() { if let key { owner.remove(key) } }
    }
}
