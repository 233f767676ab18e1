// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

extension WorkerPool {
    /// How a pool works.
    public struct Configuration: Hashable, Sendable {
        /// A program that calls ``WorkerProcess/serveIfAsked(_:)`` first thing.
        public var executable: String
        /// What each worker may use.
        public var limits: WorkerLimits
        /// The most workers at once; 1 or more.
        public var workers: Int
        /// The most requests for a lease that may wait; one more fails at once with `busy`.
        public var maximumWaiting: Int
        /// The longest time that a request for a lease may wait; then it fails with `busy`. Nil for no limit.
        public var maximumWait: Duration?

        /// Makes a configuration.
        ///
        /// - Parameters:
        ///   - workers: as many as there are processors unless given.
        ///   - maximumWaiting: 10,000 unless given.
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
