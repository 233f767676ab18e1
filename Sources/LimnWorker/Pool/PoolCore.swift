// SPDX-License-Identifier: GPL-3.0-or-later

/// The state that a pool shares with its leases: idle workers, and requests for leases.
final class PoolCore: Sendable {
    /// A request for a lease.
    struct Applicant: Sendable {
        let caller: CallerID
        let domain: WorkerDomain
        let affinity: Affinity?
        let allowance: LeaseAllowance
        /// The cancellation of the lease. It identifies the request.
        let cancellation = Cancellation()
        /// The link to the caller's cancellation; nil if there is none.
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
        /// The idle workers; the least recently used one is first.
        var idle: [PooledWorker]
        /// The number of leases that are still available.
        var free: Int
        var line = WaitingLine<Waiting>()
        var tickets: [ObjectIdentifier: WaitingLine<Waiting>.Ticket] = [:]
        /// The number of leases of each group of callers.
        var held: [CallerGroup: Int] = [:]
        var isShutDown = false

        /// Whether a caller's group has fewer leases than its limit.
        static func mayGo(_ caller: CallerID, _ held: [CallerGroup: Int]) -> Bool {
            caller.group.map { held[$0, default: 0] < $0.limit } ?? true
        }
    }

    let configuration: WorkerPool.Configuration
    /// The threads that wait for workers on behalf of asynchronous callers.
    let crew: ThreadCrew
    /// The places for workers, twice as many as workers that may work at the same time. This lets two domains that
    /// alternate, such as those of one export, keep their workers.
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

    /// Gives the request an idle worker, or puts it into the waiting line. It calls `answer` once, without holding a
    /// lock.
    ///
    /// On cancellation, the caller must remove the request from the line with ``withdraw(_:because:)``.
    func apply(_ applicant: Applicant, _ answer: @escaping @Sendable (Result<WorkerLease, WorkerError>) -> Void) {
        let outcome = state.withLock { state -> Result<PooledWorker, WorkerError>? in
            if applicant.cancellation.isCancelled { return .failure(.cancelled) }
            if state.isShutDown { return .failure(.shutDown) }
            if let worker = take(for: applicant, &state) { return .success(worker) }
            guard state.line.count < configuration.maximumWaiting else {
                return .failure(WorkerError(.busy, "Too many requests are waiting for a worker."))
            }
            state.tickets[ObjectIdentifier(applicant.cancellation)] = state.line.append(
                Waiting(applicant: applicant, answer: answer), caller: applicant.caller, affinity: applicant.affinity)
            return nil
        }
        if let outcome { answer(outcome.map { WorkerLease(self, $0, applicant) }) }
    }

    /// Removes a request from the line and answers it with an error. Does nothing if it is no longer in the line.
    func withdraw(_ applicant: Applicant, because error: WorkerError) {
        let waiting = state.withLock { state -> Waiting? in
            guard let ticket = state.tickets.removeValue(forKey: ObjectIdentifier(applicant.cancellation)) else {
                return nil
            }
            return state.line.remove(ticket)
        }
        waiting?.answer(.failure(error))
    }

    /// Takes a worker back from a lease and gives it to the next request.
    func takeBack(_ worker: PooledWorker, of caller: CallerID, recycled: Bool) {
        if recycled { worker.end() } else { worker.renew() }
        let (next, isOver) = state.withLock { state -> ((Waiting, PooledWorker)?, Bool) in
            if let group = caller.group, let count = state.held[group] {
                state.held[group] = count > 1 ? count - 1 : nil
            }
            guard !state.isShutDown else { return (nil, true) }
            state.idle.append(worker)
            state.free += 1
            let held = state.held
            guard let next = state.line.next(for: worker.open, if: { State.mayGo($0, held) }),
                let given = take(for: next.applicant, &state)
            else {
                return (nil, false)
            }
            state.tickets[ObjectIdentifier(next.applicant.cancellation)] = nil
            return ((next, given), false)
        }
        if isOver { worker.end() }
        if let (next, given) = next { next.answer(.success(WorkerLease(self, given, next.applicant))) }
    }

    /// Ends the workers of a domain: idle ones immediately, others when their leases end.
    func retire(_ domain: WorkerDomain) {
        for worker in places { worker.retire(from: domain) }
        // The lock prevents new leases, so nothing uses an idle worker.
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

    /// The number of available leases, and the number of waiting requests.
    var load: (idle: Int, waiting: Int) { state.withLock { ($0.isShutDown ? 0 : $0.free, $0.line.count) } }

    /// Takes the most suitable idle worker; nil if no lease is available.
    private func take(for applicant: Applicant, _ state: inout State) -> PooledWorker? {
        guard state.free > 0, State.mayGo(applicant.caller, state.held),
            let index = choice(among: state.idle, for: applicant)
        else { return nil }
        state.free -= 1
        if let group = applicant.caller.group { state.held[group, default: 0] += 1 }
        let worker = state.idle.remove(at: index)
        worker.assign(to: applicant.domain)
        return worker
    }

    /// Returns the index of the most suitable idle worker.
    ///
    /// It prefers workers of the request's domain and unused places, in this order: a worker with the affinity open; a
    /// running worker with nothing open; for a request with an affinity, a place without a worker, so that other
    /// workers keep their affinities open; the least recently used worker. A domain has at most as many workers as may
    /// work at the same time. If the domain needs a new place and none is free, the least recently used worker of
    /// another domain is replaced.
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
