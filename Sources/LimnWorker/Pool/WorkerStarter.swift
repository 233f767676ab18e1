// SPDX-License-Identifier: GPL-3.0-or-later

/// The thread that starts the workers of all pools.
///
/// The kernel kills a worker when the thread that started it ends (`PR_SET_PDEATHSIG`), so this thread lives as long as
/// the process. It also reaps killed workers, so that no other thread has to wait for them.
final class WorkerStarter: Sendable {
    static let shared = WorkerStarter()

    private struct State: Sendable {
        var jobs: [@Sendable () -> Void] = []
        /// The processes that were killed but not yet reaped.
        var dying: [ChildProcess] = []
        var hasThread = false
    }

    private let state = Monitor(State())

    /// Starts a worker and waits until its program runs.
    ///
    /// - Throws: ``WorkerError`` with `unavailable`.
    func start(executable: String, limits: WorkerLimits) throws(WorkerError) -> WorkerChild {
        let started = Monitor<Result<WorkerChild, WorkerError>?>(nil)
        let willStart = run {
            let result = Result { () throws(WorkerError) in try WorkerChild(executable: executable, limits: limits) }
            started.change { $0 = result }
        }
        guard willStart else {
            throw WorkerError(.unavailable, "A worker cannot be started: the system provides no more threads.")
        }
        return try started.wait { $0 }.get()
    }

    /// Schedules a job on the thread. Returns false if the system cannot create the thread; the job then does not run.
    func run(_ job: @escaping @Sendable () -> Void) -> Bool {
        guard hasThread() else { return false }
        state.change { $0.jobs.append(job) }
        return true
    }

    /// Schedules the reaping of a killed process.
    func bury(_ process: ChildProcess) {
        guard process.reap() == nil else { return }
        state.change { $0.dying.append(process) }
        // If no thread can be created now, a later one reaps the process.
        _ = hasThread()
    }

    private func hasThread() -> Bool {
        state.withLock { state in
            if state.hasThread { return true }
            guard let thread = WorkThread(stack: WorkThread.waitingStack, { self.work() }) else { return false }
            thread.detach()
            state.hasThread = true
            return true
        }
    }

    private func work() {
        let interval = Duration.milliseconds(5)
        while true {
            let dying = state.withLock { $0.dying }
            let ended = dying.filter { $0.reap() != nil }
            if !ended.isEmpty {
                state.withLock { state in state.dying.removeAll { process in ended.contains { $0 === process } } }
            }
            let take = { (state: inout State) -> (@Sendable () -> Void)? in
                state.jobs.isEmpty ? nil : state.jobs.removeFirst()
            }
            if ended.count < dying.count {
                if let job = state.wait(atMost: interval, take) { job() }
            } else {
                // The thread wakes up for a job or for a process to reap.
                let job = state.wait { state -> (@Sendable () -> Void)?? in
                    if let job = take(&state) { return .some(job) }
                    return state.dying.isEmpty ? nil : .some(nil)
                }
                job?()
            }
        }
    }
}
