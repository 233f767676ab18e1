// SPDX-License-Identifier: GPL-3.0-or-later

/// What a pool shares with its leases: which workers are idle, and who waits for one.
final class PoolCore: Sendable {
    /// Somebody who wants a lease.
    struct Applicant: Sendable {
        let caller: CallerID
        let domain: WorkerDomain
        let affinity: Affinity?
        let allowance: LeaseAllowance
        /// The lease's own, which names the applicant.
        let cancellation = Cancellation()
        /// What ties it to the cancellation that the caller gave.
        private let tie: Cancellation.Registration?

        init(
            caller: CallerID, domain: WorkerDomain, affinity: Affinity?, allowance: LeaseAllowance,
            cancellation outer: Cancellation?
        ) {
            self.caller = caller
            self.domain = domain
            self.affinity = affinity
            self.allowance = allowance
            tie = outer?.onCancel { [cancellation] in cancellation.cancel() }
        }
    }

    private struct Waiting: Sendable {
        let applicant: Applicant
        let answer: @Sendable (Result<WorkerLease, WorkerError>) -> Void
    }

    private struct State: Sendable {
        /// Workers that nobody uses, the one that was used longest ago first.
        var idle: [PooledWorker]
        /// How many more leases may be given.
        var free: Int
        var line = WaitingLine<Waiting>()
        var tickets: [ObjectIdentifier: WaitingLine<Waiting>.Ticket] = [:]
        var isShutDown = false
    }

    let configuration: WorkerPool.Configuration
    /// The threads on which asynchronous callers have workers asked.
    let crew: ThreadCrew
    /// Places for workers: twice as many as may work at once, so that two domains that take turns, such as those of one
    /// export, do not have their workers replaced with each turn.
    private let places: [PooledWorker]
    private let state: Monitor<State>

    init(_ configuration: WorkerPool.Configuration) {
        self.configuration = configuration
        crew = ThreadCrew(limit: configuration.workers)
        places = (0..<max(1, configuration.workers) * 2).map { _ in
            PooledWorker(executable: configuration.executable, limits: configuration.limits)
        }
        state = Monitor(State(idle: places, free: max(1, configuration.workers)))
    }

    func prewarm(_ count: Int, _ allowance: LeaseAllowance) {
        let idle = state.withLock { $0.isShutDown ? [] : $0.idle }
        let missing = min(count, max(1, configuration.workers)) - idle.count(where: \.isStarted)
        for worker in idle.filter({ !$0.isStarted }).prefix(max(0, missing)) { worker.prewarm(allowance) }
    }

    /// Gives the applicant a worker that is idle, or lines it up. `answer` is called once, with no lock held.
    ///
    /// Whoever calls this has cancelling take the applicant out of the line, with ``withdraw(_:because:)``.
    func apply(_ applicant: Applicant, _ answer: @escaping @Sendable (Result<WorkerLease, WorkerError>) -> Void) {
        let outcome = state.withLock { state -> Result<PooledWorker, WorkerError>? in
            if applicant.cancellation.isCancelled { return .failure(.cancelled) }
            if state.isShutDown { return .failure(.shutDown) }
            if let worker = take(for: applicant, &state) { return .success(worker) }
            guard state.line.count < configuration.maximumWaiting else {
                return .failure(WorkerError(.busy, "Too many requests wait for a worker."))
            }
            state.tickets[ObjectIdentifier(applicant.cancellation)] = state.line.append(
                Waiting(applicant: applicant, answer: answer), caller: applicant.caller, affinity: applicant.affinity)
            return nil
        }
        if let outcome { answer(outcome.map { WorkerLease(self, $0, applicant) }) }
    }

    /// Takes an applicant out of the line, and answers it with an error; does nothing when it is no longer in the line.
    func withdraw(_ applicant: Applicant, because error: WorkerError) {
        let waiting = state.withLock { state -> Waiting? in
            guard let ticket = state.tickets.removeValue(forKey: ObjectIdentifier(applicant.cancellation)) else {
                return nil
            }
            return state.line.remove(ticket)
        }
        waiting?.answer(.failure(error))
    }

    /// Takes a worker back from a lease, and gives it to the next applicant.
    func takeBack(_ worker: PooledWorker, recycled: Bool) {
        if recycled { worker.end() } else { worker.renew() }
        let (next, isOver) = state.withLock { state -> ((Waiting, PooledWorker)?, Bool) in
            guard !state.isShutDown else { return (nil, true) }
            state.idle.append(worker)
            state.free += 1
            guard let next = state.line.next(for: worker.open), let given = take(for: next.applicant, &state) else {
                return (nil, false)
            }
            state.tickets[ObjectIdentifier(next.applicant.cancellation)] = nil
            return ((next, given), false)
        }
        if isOver { worker.end() }
        if let (next, given) = next { next.answer(.success(WorkerLease(self, given, next.applicant))) }
    }

    /// Ends the workers of a domain: idle ones now, others with their leases.
    func retire(_ domain: WorkerDomain) {
        for worker in places { worker.retire(from: domain) }
        // No lease is given meanwhile, so nobody asks a worker that is idle.
        state.withLock { state in
            for worker in state.idle where worker.mustGo { worker.end() }
        }
    }

    func shutDown() {
        let (idle, waiting) = state.withLock { state in
            state.isShutDown = true
            state.tickets = [:]
            defer { state.idle = [] }
            return (state.idle, state.line.removeAll())
        }
        for worker in idle { worker.end() }
        for waiting in waiting { waiting.answer(.failure(.shutDown)) }
    }

    /// How many more leases may be given, and how many requests for one wait.
    var load: (idle: Int, waiting: Int) { state.withLock { ($0.isShutDown ? 0 : $0.free, $0.line.count) } }

    /// Takes the idle worker that suits best; nil when as many work as may.
    private func take(for applicant: Applicant, _ state: inout State) -> PooledWorker? {
        guard state.free > 0, let index = choice(among: state.idle, for: applicant) else { return nil }
        state.free -= 1
        let worker = state.idle.remove(at: index)
        worker.assign(to: applicant.domain)
        return worker
    }

    /// The index of the idle worker that suits best.
    ///
    /// Among those that serve the applicant's domain, or none yet: first the one that has open what is asked for. Then
    /// one that runs and has nothing open; then, for an applicant that opens something, a place without a worker, so that
    /// others keep what they have open; then the one that was used longest ago. A domain has no more workers than may
    /// work at once. Where there is no place left for it, the worker of another domain that was used longest ago goes.
    private func choice(among idle: [PooledWorker], for applicant: Applicant) -> Int? {
        let own = idle.indices.filter { idle[$0].isStarted && idle[$0].mayServe(applicant.domain) }
        let able = own.filter { idle[$0].serves(applicant.allowance) }
        if let affinity = applicant.affinity, let index = able.first(where: { idle[$0].open == affinity }) {
            return index
        }
        if let index = able.first(where: { idle[$0].open == nil }) { return index }
        let started = places.count { $0.isStarted && $0.mayServe(applicant.domain) }
        let hasRoom = started < max(1, configuration.workers)
        let empty = hasRoom ? idle.firstIndex { !$0.isStarted } : nil
        let choice = applicant.affinity == nil ? able.first ?? empty : empty ?? able.first
        return choice ?? own.first ?? idle.indices.first
    }
}

extension WorkerError {
    static let shutDown = WorkerError(.unavailable, "The pool of workers was shut down.")
}
