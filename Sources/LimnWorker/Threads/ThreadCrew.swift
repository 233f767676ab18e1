// SPDX-License-Identifier: GPL-3.0-or-later

/// A pool of threads that share one list of jobs.
///
/// Threads are started on demand and reused. They end when the crew has been released and its jobs are done.
package final class ThreadCrew: Sendable {
    private struct State: Sendable {
        var jobs: [(number: Int, job: @Sendable () -> Void)] = []
        var lastNumber = 0
        var threads = 0
        /// The number of threads that wait for a job, including those that were just woken.
        var idle = 0
        var isClosed = false
    }

    private let state = Monitor(State())
    private let limit: Int

    /// Makes a crew of at most `limit` threads.
    package init(limit: Int) { self.limit = max(1, limit) }

    // The threads hold the state but not the crew, so the last job may release the crew.
    deinit { state.change { $0.isClosed = true } }

    /// Runs a job on a thread. Returns false if it needs a new thread and the system cannot create one; the job then
    /// does not run.
    package func run(_ job: @escaping @Sendable () -> Void) -> Bool {
        let (number, needsThread) = state.change { state in
            state.lastNumber += 1
            state.jobs.append((state.lastNumber, job))
            guard state.jobs.count > state.idle, state.threads < limit else { return (state.lastNumber, false) }
            state.threads += 1
            return (state.lastNumber, true)
        }
        guard needsThread else { return true }
        if let thread = WorkThread(stack: WorkThread.waitingStack, { [state] in Self.work(state) }) {
            thread.detach()
            return true
        }
        return state.withLock { state in
            state.threads -= 1
            guard let index = state.jobs.firstIndex(where: { $0.number == number }) else { return true }
            state.jobs.remove(at: index)
            return false
        }
    }

    private static func work(_ state: Monitor<State>) {
        state.withLock { $0.idle += 1 }
        while true {
            let next: (@Sendable () -> Void)? = state.wait { state -> (@Sendable () -> Void)?? in
                if state.jobs.isEmpty, !state.isClosed { return nil }
                state.idle -= 1
                guard !state.jobs.isEmpty else { return .some(nil) }
                return .some(state.jobs.removeFirst().job)
            }
            guard let next else { return }
            next()
            state.withLock { $0.idle += 1 }
        }
    }
}
