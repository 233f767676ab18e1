// SPDX-License-Identifier: GPL-3.0-or-later

/// A pool of workers. A lease gives a caller one worker.
///
/// - At most `workers` workers work at the same time. The pool starts them on demand and reuses them. It replaces a
///   worker that has died, served its number of requests, or uses more than half of its memory limit.
/// - A worker serves one ``WorkerDomain``. The pool may keep up to `workers` additional idle workers for domains that
///   alternate.
/// - Callers take turns, regardless of the number of their waiting requests. A lease gets the worker that has its
///   affinity open, if that worker is idle.
/// - If a hostile document kills its worker, only its own lease gets an error. The pool continues.
///
/// Releasing the pool shuts it down.
public final class WorkerPool: Sendable {
    private let core: PoolCore

    /// Makes a pool. No worker is started yet.
    public init(_ configuration: Configuration) { core = PoolCore(configuration) }

    deinit { core.shutDown() }

    /// The configuration.
    public var configuration: Configuration { core.configuration }

    /// Starts workers in the background until `count` idle ones are running.
    ///
    /// Does not wait. An error is reported with the first request to such a worker.
    ///
    /// - Parameter allowance: The resources that the first lease needs in addition to the pool's limits.
    public func prewarm(_ count: Int, allowance: LeaseAllowance = .none) { core.prewarm(count, allowance) }

    /// Waits for a worker. Blocks the thread.
    ///
    /// - Parameters:
    ///   - caller: The caller, for fairness.
    ///   - domain: The domain of the worker. It serves no other domain.
    ///   - affinity: The affinity that the worker should have open; nil for any worker.
    ///   - allowance: The resources for the requests in addition to the pool's limits.
    ///   - cancellation: Cancels the wait and each request of the lease; all fail with `cancelled`.
    /// - Returns: A lease. It ends with ``WorkerLease/end()`` or when it is released.
    /// - Throws: ``WorkerError``: `cancelled`; `busy` if too many requests wait or the wait was too long; `unavailable`
    ///   after ``shutdown()``.
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
    /// - Parameters: As for ``lease(for:domain:affinity:allowance:cancellation:)``.
    /// - Throws: ``WorkerError`` if no lease is granted, and errors of `body`.
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
    /// - Parameters: As for the blocking function of the same name.
    /// - Throws: ``WorkerError``: `cancelled`; `busy` if too many requests wait or the wait was too long; `unavailable`
    ///   after ``shutdown()``.
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
    /// Cancelling the task ends the wait, or kills the worker that is processing a request of `body`.
    ///
    /// - Parameters: As for the blocking function of the same name.
    /// - Throws: ``WorkerError`` if no lease is granted, and errors of `body`.
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

    /// Ends all workers of a domain, for example if a result proves wrong after its lease has ended. Idle workers end
    /// immediately, others with their leases. Later leases get new workers.
    public func retireWorkers(of domain: WorkerDomain = .standard) { core.retire(domain) }

    /// Ends idle workers, and rejects new and waiting requests for leases. Existing leases continue; their workers end
    /// with them.
    public func shutdown() { core.shutDown() }

    /// The number of available leases, and the number of waiting requests.
    package var load: (idle: Int, waiting: Int) { core.load }
}

extension WorkerError {
    static let waitedTooLong = WorkerError(.busy, "It waited too long for a worker.")
}
