// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

extension WorkerPool {
    /// The configuration of a pool.
    public struct Configuration: Hashable, Sendable {
        /// The path of a program that calls ``WorkerProcess/serveIfAsked(_:)`` before anything else.
        public var executable: String
        /// The resources of each worker.
        public var limits: WorkerLimits
        /// The maximum number of workers that are leased at the same time, at least 1.
        public var workers: Int
        /// The maximum number of requests that wait for a lease. Further requests fail immediately with `busy`.
        public var maximumWaiting: Int
        /// The maximum time that a request waits for a lease before it fails with `busy`; nil for no limit.
        public var maximumWait: Duration?

        /// Makes a configuration.
        ///
        /// - Parameters:
        ///   - workers: The maximum number of leased workers; by default one per processor.
        ///   - maximumWaiting: The maximum number of waiting requests; 10,000 by default.
        public init(
            executable: String, limits: WorkerLimits = WorkerLimits(), workers: Int = Self.processors,
            maximumWaiting: Int = 10_000, maximumWait: Duration? = nil
        ) {
            self.executable = executable
            self.limits = limits
            self.workers = max(1, workers)
            self.maximumWaiting = max(0, maximumWaiting)
            self.maximumWait = maximumWait
        }

        /// The number of online processors of this machine.
        public static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
    }
}
