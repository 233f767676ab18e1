// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

extension WorkerPool {
    /// The configuration of a pool.
    public struct Configuration: Hashable, Sendable {
        /// The path of a program that calls ``WorkerProcess/serveIfAsked(_:)`` before anything else.
        public var executable: String
        /// The resources of each worker.
        public var limits: WorkerLimits
        /// The maximum number of workers with leases at the same time, 1 or more.
        public var workers: Int
        /// The maximum number of requests that wait for a lease. One more fails at once with `busy`.
        public var maximumWaiting: Int
        /// The maximum time for which a request waits for a lease; then it fails with `busy`. Nil for no limit.
        public var maximumWait: Duration?

        /// Makes a configuration.
        ///
        /// - Parameters:
        ///   - workers: the number of workers; by default one for each processor.
        ///   - maximumWaiting: the maximum number of waiting requests; 10,000 by default.
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

        /// The number of processors that this machine has online.
        public static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
    }
}
