// SPDX-License-Identifier: GPL-3.0-or-later

/// A pool of workers. Callers lease workers, one at a time each.
///
/// - At most `workers` workers work at the same time. They are started when they are needed, and reused. A worker is
///   replaced when it has died, has served its number of requests, or holds more than half of its memory.
/// - A worker serves one ``WorkerDomain``. The same number of workers again may be kept idle for domains that take
///   turns.
/// - Callers take turns, however many requests each has waiting. A lease gets the worker that has its affinity open, if
///   that worker is idle.
/// - A hostile document costs its own lease one error. The pool continues.
///
/// A pool that is released shuts down.
public final class WorkerPool: Sendable {
    private let core: PoolCore

    /// Makes a pool. No worker is started yet.
    public init(_ configuration: Configuration) { core = PoolCore(configuration) }

    deinit { core.shutDown() }

    /// The configuration.
    public var configuration: Configuration { core.configuration }

    /// Starts workers in the background until `count` idle ones are running, so that they are ready when they are
    /// needed.
    ///
    /// Does not wait. An error appears with the first request for such a worker.
    ///
    /// - Parameter allowance: the resources that the first lease needs in addition to the pool's limits.
    public func prewarm(_ count: Int, allowance: LeaseAllowance = .none) { core.prewarm(count, allowance) }

    /// Waits for a worker. Blocks the thread.
    ///
    /// - Parameters:
    ///   - caller: the caller, for fairness.
    ///   - domain: the domain of the worker. It serves no other domain.
    ///   - affinity: what the worker should have open; nil for anything.
    ///   - allowance: the resources for the requests in addition to the pool's limits.
    ///   - cancellation: cancels the wait and each request of the lease; all fail with `cancelled`.
    /// - Returns: a lease, which ends with ``WorkerLease/end()`` or when it is released.
    /// - Throws: ``WorkerError`` with `cancelled`; with `busy` if too many requests wait or the wait was too long; and
    ///   with `unavailable` after ``shutdown()``.
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

    /// Waits for a worker and keeps it while `body` runs. Blocks the thread.
    ///
    /// - Parameters: as for ``lease(for:domain:affinity:allowance:cancellation:)``.
    /// - Throws: ``WorkerError`` if there is no lease, and errors of `body`.
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
    /// Cancelling the task ends the wait with `cancelled`.
    ///
    /// - Parameters: as for the blocking function of the same name.
    /// - Throws: ``WorkerError`` with `cancelled`; with `busy` if too many requests wait or the wait was too long; and
    ///   with `unavailable` after ``shutdown()``.
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

    /// Waits for a worker and keeps it while `body` runs. Suspends the task and blocks no thread.
    ///
    /// Cancelling the task ends the wait, or kills the worker that is performing a request of `body`.
    ///
    /// - Parameters: as for the blocking function of the same name.
    /// - Throws: ``WorkerError`` if there is no lease, and errors of `body`.
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

    /// Ends all workers of a domain, for example after a result proved wrong when its lease had ended. Idle workers end
    /// now, others with their leases. The next leases get new workers.
    public func retireWorkers(of domain: WorkerDomain = .standard) { core.retire(domain) }

    /// Ends idle workers, and refuses new and waiting requests for leases. Existing leases continue; their workers end
    /// with them.
    public func shutdown() { core.shutDown() }

    /// The number of leases that can still be given, and of requests that wait for one.
    package var load: (idle: Int, waiting: Int) { core.load }
}

extension WorkerError {
    static let waitedTooLong = WorkerError(.busy, "It waited too long for a worker.")
}
