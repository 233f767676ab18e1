// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnWorker

/// Provides workers: ``WorkerPool`` provides confined processes, and ``InProcessDispatcher`` provides this process.
package protocol JobDispatcher: Sendable {
    /// The number of jobs that can run at the same time.
    var width: Int { get }
    /// The number of idle workers.
    var idleCount: Int { get }
    /// The maximum time for one request, in seconds; infinite if there is no limit.
    var timeout: Double { get }
    /// Whether documents are read in this process.
    var isInProcess: Bool { get }
    /// Starts workers in the background, so that they are ready when they are needed.
    func prewarm(_ count: Int, allowance: LeaseAllowance)
    /// Waits for a worker. Blocks the thread.
    ///
    /// - Throws: `WorkerError` with `cancelled`, `busy` or `unavailable`.
    func jobLease(
        for caller: CallerID, domain: WorkerDomain, affinity: Affinity?, allowance: LeaseAllowance,
        cancellation: Cancellation?
    ) throws(WorkerError) -> any JobLease
    /// Ends all workers of a domain, each when its lease ends.
    func retireWorkers(of domain: WorkerDomain)
}

/// A worker for one caller, until the lease ends.
package protocol JobLease: AnyObject, Sendable {
    /// Whether the worker has the document of the lease's affinity open.
    var holdsAffinity: Bool { get }
    /// Whether the worker had another document open before, whose memory it may still hold.
    var hasServedOthers: Bool { get }
    /// Records that the worker now has that document open.
    func attach()
    /// Sends a request and waits for the answer.
    func ask(_ request: [UInt8], descriptors: [Int32]) throws(WorkerError) -> WorkerAnswer
    /// Ends the worker, for example after an unreadable answer. The next request gets a new worker.
    func replaceWorker()
    /// Ends the worker together with the lease, so that the next lease gets a new one.
    func recycleAfterwards()
    /// Gives the worker back.
    func end()
}

extension WorkerLease: JobLease {}

extension WorkerPool: JobDispatcher {
    package var width: Int { configuration.workers }
    package var idleCount: Int { load.idle }
    package var timeout: Double { configuration.limits.timeout }
    package var isInProcess: Bool { false }

    package func jobLease(
        for caller: CallerID, domain: WorkerDomain, affinity: Affinity?, allowance: LeaseAllowance,
        cancellation: Cancellation?
    ) throws(WorkerError) -> any JobLease {
        try lease(for: caller, domain: domain, affinity: affinity, allowance: allowance, cancellation: cancellation)
    }
}
