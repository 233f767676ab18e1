// SPDX-License-Identifier: GPL-3.0-or-later

/// The one thread that starts the workers of all pools.
///
/// The kernel ends a worker with the thread that started it (`PR_SET_PDEATHSIG`). So this thread lives as long as the
/// process. It also reaps workers that were killed, so that nobody else waits for that.
final class WorkerStarter: Sendable {
    static let shared = WorkerStarter()

    private struct State: Sendable {
        var jobs: [@Sendable () -> Void] = []
        /// Killed, and not reaped yet.
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
            throw WorkerError(.unavailable, "A worker cannot be started: the system grants no thread.")
        }
        return try started.wait { $0 }.get()
    }

    /// Has the thread do something soon; false when the system grants no thread. The job does not run then.
    func run(_ job: @escaping @Sendable () -> Void) -> Bool {
        guard hasThread() else { return false }
        state.change { $0.jobs.append(job) }
        return true
    }

    /// Has the thread reap a process that was killed.
    func bury(_ process: ChildProcess) {
        guard process.reap() == nil else { return }
        state.change { $0.dying.append(process) }
        // Without a thread, the process is reaped when there is one.
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
                // Woken for a job, or for a process to reap.
                let job = state.wait { state -> (@Sendable () -> Void)?? in
                    if let job = take(&state) { return .some(job) }
                    return state.dying.isEmpty ? nil : .some(nil)
                }
                job?()
            }
        }
    }
}
