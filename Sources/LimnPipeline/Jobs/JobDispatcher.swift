// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnWorker

/// Gives out workers. ``WorkerPool`` does so with confined processes, ``InProcessDispatcher`` with this process.
package protocol JobDispatcher: Sendable {
    /// How many jobs it does at once.
    var width: Int { get }
    /// How many workers nobody uses.
    var idleCount: Int { get }
    /// How long one request may take, in seconds; infinite where nobody keeps the time.
    var timeout: Double { get }
    /// Whether documents are read in this process.
    var isInProcess: Bool { get }
    /// Starts workers in the background, so that they warm up while there is other work.
    func prewarm(_ count: Int, allowance: LeaseAllowance)
    /// Waits for a worker. Blocks the thread.
    ///
    /// - Throws: `WorkerError` with `cancelled`, `busy` or `unavailable`.
    func jobLease(
        for caller: CallerID, domain: WorkerDomain, affinity: Affinity?, allowance: LeaseAllowance,
        cancellation: Cancellation?
    ) throws(WorkerError) -> any JobLease
    /// Ends all workers of a domain, once nobody uses them.
    func retireWorkers(of domain: WorkerDomain)
}

/// A worker that one caller has for itself until the lease ends.
package protocol JobLease: AnyObject, Sendable {
    /// Whether the worker has open what the lease's affinity names.
    var holdsAffinity: Bool { get }
    /// Notes that the worker has that open from now on.
    func attach()
    /// Sends a request and waits for the answer.
    func ask(_ request: [UInt8], descriptors: [Int32]) throws(WorkerError) -> WorkerAnswer
    /// Ends the worker, as after an answer that cannot be read. The next request gets a new one.
    func replaceWorker()
    /// Has the worker ended with the lease, so that nothing of it is left for the next one.
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
