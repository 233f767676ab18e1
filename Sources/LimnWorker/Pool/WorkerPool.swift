// SPDX-License-Identifier: GPL-3.0-or-later

/// Workers that callers lease, one at a time each.
///
/// - At most `workers` workers work at once. They are started when they are needed, used again, and replaced when they
///   died, served their number of requests or hold more than half of their memory.
/// - A worker serves one ``WorkerDomain``. As many workers again may be kept idle for domains that take turns.
/// - Callers take turns, whatever number of requests each has waiting. A lease gets the worker that has open what its
///   affinity names, if that one is idle.
/// - A hostile or unlucky request costs its own lease one error. The pool lives on.
///
/// A pool that is released shuts down.
public final class WorkerPool: Sendable {
    private let core: PoolCore

    /// Makes a pool. No worker is started yet.
    public init(_ configuration: Configuration) { core = PoolCore(configuration) }

    deinit { core.shutDown() }

    /// How the pool works.
    public var configuration: Configuration { core.configuration }

    /// Starts workers in the background until `count` of those that nobody uses are running, so that they warm up while
    /// there is other work.
    ///
    /// Does not wait. A worker that cannot be started shows with the first request for it.
    ///
    /// - Parameter allowance: what the first lease will need beyond the pool's limits.
    public func prewarm(_ count: Int, allowance: LeaseAllowance = .none) { core.prewarm(count, allowance) }

    /// Waits for a worker. Blocks the thread.
    ///
    /// - Parameters:
    ///   - caller: who asks.
    ///   - domain: whom the worker works for; it works for nobody else.
    ///   - affinity: what the worker should have open.
    ///   - allowance: what the requests need beyond the pool's limits.
    ///   - cancellation: ends the wait, and each request of the lease; all fail with `cancelled`.
    /// - Returns: a lease, which ends with ``WorkerLease/end()`` or when it is released.
    /// - Throws: ``WorkerError`` with `cancelled`, with `busy` when too many wait or the wait was too long, and with
    ///   `unavailable` after ``shutdown()``.
    public func lease(
        for caller: CallerID, domain: WorkerDomain = .standard, affinity: Affinity? = nil,
        allowance: LeaseAllowance = .none,
        cancellation: Cancellation? = nil
    ) throws(WorkerError) -> WorkerLease {
        let applicant = PoolCore.Applicant(
            caller: caller, domain: domain, affinity: affinity, allowance: allowance, cancellation: cancellation)
        let registration = applicant.cancellation.onCancel { [core] in core.withdraw(applicant, because: .cancelled) }
        defer { registration.remove() }
        let answer = Monitor<Result<WorkerLease, WorkerError>?>(nil)
        core.apply(applicant) { result in answer.change { $0 = result } }
        if let limit = configuration.maximumWait {
            if let result = answer.wait(atMost: limit, { $0 }) { return try result.get() }
            core.withdraw(applicant, because: .waitedTooLong)
        }
        return try answer.wait { $0 }.get()
    }

    /// Waits for a worker and holds it while `body` runs. Blocks the thread.
    ///
    /// - Parameters: as for ``lease(for:domain:affinity:allowance:cancellation:)``.
    /// - Throws: ``WorkerError`` when there is no lease, and what `body` throws.
    public func withLease<R>(
        for caller: CallerID, domain: WorkerDomain = .standard, affinity: Affinity? = nil,
        allowance: LeaseAllowance = .none,
        cancellation: Cancellation? = nil, _ body: (WorkerLease) throws -> R
    ) throws -> R {
        let lease = try lease(
            for: caller, domain: domain, affinity: affinity, allowance: allowance, cancellation: cancellation)
        defer { lease.end() }
        return try body(lease)
    }

    /// Waits for a worker. Suspends the task and blocks no thread.
    ///
    /// Cancelling the task while it waits ends the wait with `cancelled`.
    ///
    /// - Parameters: as for the function of the same name that blocks.
    /// - Throws: ``WorkerError`` with `cancelled`, with `busy` when too many wait or the wait was too long, and with
    ///   `unavailable` after ``shutdown()``.
    public func lease(
        for caller: CallerID, domain: WorkerDomain = .standard, affinity: Affinity? = nil,
        allowance: LeaseAllowance = .none,
        cancellation: Cancellation? = nil
    ) async throws(WorkerError) -> WorkerLease {
        let applicant = PoolCore.Applicant(
            caller: caller, domain: domain, affinity: affinity, allowance: allowance, cancellation: cancellation)
        let registration = applicant.cancellation.onCancel { [core] in core.withdraw(applicant, because: .cancelled) }
        defer { registration.remove() }
        let alarm = configuration.maximumWait.map { limit in
            Task { [core] in
                guard (try? await Task.sleep(for: limit)) != nil else { return }
                core.withdraw(applicant, because: .waitedTooLong)
            }
        }
        defer { alarm?.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                core.apply(applicant) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            applicant.cancellation.cancel()
        }
        return try result.get()
    }

    /// Waits for a worker and holds it while `body` runs. Suspends the task and blocks no thread.
    ///
    /// Cancelling the task ends the wait, or kills the worker that is at a request of `body`.
    ///
    /// - Parameters: as for the function of the same name that blocks.
    /// - Throws: ``WorkerError`` when there is no lease, and what `body` throws.
    public func withLease<R: Sendable>(
        for caller: CallerID, domain: WorkerDomain = .standard, affinity: Affinity? = nil,
        allowance: LeaseAllowance = .none,
        cancellation: Cancellation? = nil, isolation: isolated (any Actor)? = #isolation,
        _ body: (WorkerLease) async throws -> R
    ) async throws -> R {
        let lease = try await lease(
            for: caller, domain: domain, affinity: affinity, allowance: allowance, cancellation: cancellation)
        defer { lease.end() }
        return try await withTaskCancellationHandler {
            try await body(lease)
        } onCancel: {
            lease.cancel()
        }
    }

    /// Ends all workers of a domain, as after a result that turned out wrong when its lease was over: idle ones now, others
    /// with their leases. The next leases get new ones.
    public func retireWorkers(of domain: WorkerDomain = .standard) { core.retire(domain) }

    /// Ends idle workers and refuses new leases and those that wait. Leases that exist go on; their workers end with them.
    public func shutdown() { core.shutDown() }

    /// How many workers nobody uses, and how many requests for a lease wait.
    package var load: (idle: Int, waiting: Int) { core.load }
}

extension WorkerError {
    static let waitedTooLong = WorkerError(.busy, "It waited too long for a worker.")
}
