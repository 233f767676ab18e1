// SPDX-License-Identifier: GPL-3.0-or-later

/// One caller's exclusive use of a worker until the lease ends.
///
/// The first request starts the worker, unless it is already running. If a worker fails, the next request starts a new
/// one; ``holdsAffinity`` is then false. The requests of one lease are made one after another.
public final class WorkerLease: Sendable {
    private struct State: Sendable {
        var isOver = false
        var isRecycled = false
    }

    private let core: PoolCore
    private let worker: PooledWorker
    private let applicant: PoolCore.Applicant
    private let state = Monitor(State())

    init(_ core: PoolCore, _ worker: PooledWorker, _ applicant: PoolCore.Applicant) {
        self.core = core
        self.worker = worker
        self.applicant = applicant
        worker.prepare(for: applicant.allowance)
    }

    deinit { end() }

    /// Whether the worker has the lease's affinity open, because ``attach()`` was called in this lease or in an earlier
    /// one. False for a lease without an affinity, and after the worker was replaced.
    public var holdsAffinity: Bool {
        guard let affinity = applicant.affinity else { return false }
        return worker.open == affinity
    }

    /// Whether the worker had another affinity open before this lease's one, and may still hold memory for it.
    public var hasServedOthers: Bool { worker.hasServedOthers(than: applicant.affinity) }

    /// Records that the worker has the lease's affinity open, so that later leases can use it.
    public func attach() { worker.note(open: applicant.affinity) }

    /// Sends the worker a request and waits for the response. Blocks the thread.
    ///
    /// - Parameters:
    ///   - request: The request, at most 128 KiB.
    ///   - descriptors: At most four file descriptors. The caller keeps ownership.
    /// - Throws: ``WorkerError``. The next request gets a new worker, unless the code is `tooLarge`.
    public func ask(_ request: [UInt8], descriptors: [Int32] = []) throws(WorkerError) -> WorkerAnswer {
        guard !state.withLock({ $0.isOver }) else { throw WorkerError(.unavailable, "The lease has ended.") }
        // The request may close what an earlier lease had open.
        if !holdsAffinity { worker.note(open: nil) }
        return try worker.ask(
            request, descriptors: descriptors, allowance: applicant.allowance, cancellation: applicant.cancellation)
    }

    /// Sends the worker a request and waits for the response. Suspends the task; a thread of the pool waits instead.
    ///
    /// Cancelling the task kills the worker and cancels the lease.
    ///
    /// - Parameters:
    ///   - request: The request, at most 128 KiB.
    ///   - descriptors: At most four file descriptors. The caller keeps ownership, and must keep them open until this
    ///     returns.
    /// - Throws: ``WorkerError``. The next request gets a new worker, unless the code is `tooLarge`.
    public func ask(_ request: [UInt8], descriptors: [Int32] = []) async throws(WorkerError) -> WorkerAnswer {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<_, WorkerError>, Never>) in
                let willAsk = core.crew.run { [self] in
                    continuation.resume(
                        returning: Result { () throws(WorkerError) in try ask(request, descriptors: descriptors) })
                }
                guard !willAsk else { return }
                continuation.resume(
                    returning: .failure(
                        WorkerError(.unavailable, "No worker can be asked: the system provides no more threads.")))
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    /// Kills the worker if it is processing a request, which then fails with `cancelled`. All later requests of this
    /// lease fail as well.
    public func cancel() { applicant.cancellation.cancel() }

    /// Ends the worker immediately, for example after an invalid response. The next request starts a new one.
    public func replaceWorker() { if !state.withLock({ $0.isOver }) { worker.end() } }

    /// Ends the worker together with the lease, so that the next lease gets a new one.
    public func recycleAfterwards() { state.withLock { $0.isRecycled = true } }

    /// Returns the worker to the pool. A second call has no effect. Releasing the lease also ends it.
    public func end() {
        let (wasOver, isRecycled) = state.withLock { state in
            defer { state.isOver = true }
            return (state.isOver, state.isRecycled)
        }
        if !wasOver { core.takeBack(worker, of: applicant.caller, recycled: isRecycled) }
    }
}
