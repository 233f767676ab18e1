// SPDX-License-Identifier: GPL-3.0-or-later

/// Ends work on request.
///
/// Any thread may cancel, and cancelling twice does no harm. A cancellation does not end by itself what it was given to:
/// a pool and ``orderedMap(_:width:lead:cancellation:tick:_:deliver:)`` register handlers with it.
public final class Cancellation: Sendable {
    private struct State: Sendable {
        var isCancelled = false
        var nextKey = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Monitor(State())

    /// Makes a cancellation that nobody has asked for yet.
    public init() {}

    /// Whether somebody has cancelled.
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

    /// Has a handler called once when somebody cancels; at once when that has happened already.
    ///
    /// - Returns: what takes the handler back when it is released. After that, a handler may still be running on the
    ///   thread that cancels; ``isCancelled`` is true then.
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
        // The handler may hold the last reference to something; that goes outside the lock.
        _ = state.withLock { $0.handlers.removeValue(forKey: key) }
    }

    /// A handler that is registered.
    public final class Registration: Sendable {
        private let owner: Cancellation
        private let key: Int?

        fileprivate init(_ owner: Cancellation, key: Int?) {
            self.owner = owner
            self.key = key
        }

        deinit { remove() }

        /// Takes the handler back. Doing so twice does no harm.
        public func remove() { if let key { owner.remove(key) } }
    }
}
