// SPDX-License-Identifier: GPL-3.0-or-later

/// The reason why a worker did not respond.
public struct WorkerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage {
            case unavailable, unconfined, timedOut, outOfMemory, crashed, killed, misbehaved, tooLarge, cancelled, busy
        }
        private let storage: Storage

        /// No worker could be started.
        public static let unavailable = Code(storage: .unavailable)
        /// The machine has no sandbox, and the worker must not work without one. It has read nothing.
        public static let unconfined = Code(storage: .unconfined)
        /// Another process killed the worker, or the system did because memory ran out.
        public static let killed = Code(storage: .killed)
        /// The worker did not respond in time and was killed.
        public static let timedOut = Code(storage: .timedOut)
        /// The worker ended because it ran out of memory.
        public static let outOfMemory = Code(storage: .outOfMemory)
        /// The worker crashed.
        public static let crashed = Code(storage: .crashed)
        /// The worker sent an invalid message and was killed.
        public static let misbehaved = Code(storage: .misbehaved)
        /// The request was too large to send. No worker received it.
        public static let tooLarge = Code(storage: .tooLarge)
        /// The request was cancelled. A worker that was processing it was killed.
        public static let cancelled = Code(storage: .cancelled)
        /// Too many requests wait for a worker, or this one waited too long. No worker received it.
        public static let busy = Code(storage: .busy)
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence that describes the failure.
    public let description: String
    /// The lines that libraries printed on standard error during the request.
    public let stderrLines: [String]

    init(_ code: Code, _ description: String, stderrLines: [String] = []) {
        self.code = code
        self.description = description
        self.stderrLines = stderrLines
    }
}
