// SPDX-License-Identifier: GPL-3.0-or-later

/// A worker that one caller has for itself until the lease ends.
///
/// The worker is started with the first request, unless it runs already. A worker that fails is replaced with the next
/// request; ``holdsAffinity`` is false then. Requests of one lease are made one after the other.
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

    /// Whether the worker has open what the lease's affinity names, since ``attach()`` was called in this lease or in an
    /// earlier one. False for a lease without affinity, and once the worker was replaced.
    public var holdsAffinity: Bool {
        guard let affinity = applicant.affinity else { return false }
        return worker.open == affinity
    }

    /// Notes that the worker has open what the lease's affinity names, so that later leases find it open.
    public func attach() { worker.note(open: applicant.affinity) }

    /// Sends the worker a request and waits for the answer. Blocks the thread.
    ///
    /// - Parameters:
    ///   - request: at most 128 KiB.
    ///   - descriptors: at most four; they stay the caller's.
    /// - Throws: ``WorkerError``. The next request gets a new worker, unless the code is `tooLarge`.
    public func ask(_ request: [UInt8], descriptors: [Int32] = []) throws(WorkerError) -> WorkerAnswer {
        guard !state.withLock({ $0.isOver }) else { throw WorkerError(.unavailable, "The lease has ended.") }
        // What another lease had open may be gone after this.
        if !holdsAffinity { worker.note(open: nil) }
        return try worker.ask(
            request, descriptors: descriptors, allowance: applicant.allowance, cancellation: applicant.cancellation)
    }

    /// Sends the worker a request and waits for the answer. Suspends the task; a thread of the pool waits instead.
    ///
    /// Cancelling the task kills the worker and cancels the lease.
    ///
    /// - Parameters:
    ///   - request: at most 128 KiB.
    ///   - descriptors: at most four; they stay the caller's, and open until this returns.
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
                        WorkerError(.unavailable, "No worker can be asked: the system grants no thread.")))
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    /// Kills the worker if it is at a request, which then fails with `cancelled`, as do all further requests of this lease.
    public func cancel() { applicant.cancellation.cancel() }

    /// Ends the worker now, as after an answer that makes no sense. The next request gets a new one.
    public func replaceWorker() { if !state.withLock({ $0.isOver }) { worker.end() } }

    /// Has the worker ended with the lease, so that nothing of it is left for the next one.
    public func recycleAfterwards() { state.withLock { $0.isRecycled = true } }

    /// Gives the worker back. Doing so twice does no harm; a lease that is released ends by itself.
    public func end() {
        let (wasOver, isRecycled) = state.withLock { state in
            defer { state.isOver = true }
            return (state.isOver, state.isRecycled)
        }
        if !wasOver { core.takeBack(worker, recycled: isRecycled) }
    }
}
