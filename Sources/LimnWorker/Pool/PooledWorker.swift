// SPDX-License-Identifier: GPL-3.0-or-later

/// A place for one worker of a pool: starts it when it is needed, and replaces it when it died, grew, served long enough
/// or may not do what is asked.
///
/// One lease at a time uses it; the pool sees to that.
final class PooledWorker: Sendable {
    /// What the pool chooses by. It can be read while the worker is busy.
    private struct Facts: Sendable {
        /// The limits of the worker that runs or is being started; nil when there is none.
        var limits: WorkerLimits?
        /// What the worker has open.
        var open: Affinity?
        /// Whether the worker must do nothing more: it has worked for somebody else than whom its place is given to now, or
        /// an answer of its domain was refused.
        var mustGo = false
        /// Whom the worker works for, or the lease that is about to have one started; nil before the first lease.
        var domain: WorkerDomain?
    }

    private let executable: String
    private let limits: WorkerLimits
    private let facts = Monitor(Facts())
    /// Locked as long as a request is under way.
    private let child = Monitor<WorkerChild?>(nil)

    init(executable: String, limits: WorkerLimits) {
        self.executable = executable
        self.limits = limits
    }

    deinit { child.withLock { $0?.bury() } }

    /// What the worker has open; nil when that is nothing, or when there is no worker.
    var open: Affinity? { facts.withLock { $0.open } }

    /// Whether a worker runs or is being started.
    var isStarted: Bool { facts.withLock { $0.limits != nil } }

    /// Whether the worker has worked for nobody else; whoever has worked for nobody may serve anyone.
    func mayServe(_ domain: WorkerDomain) -> Bool { facts.withLock { $0.domain == nil || $0.domain == domain } }

    /// Whether a lease with an allowance needs no other worker than the one that runs.
    func serves(_ allowance: LeaseAllowance) -> Bool {
        facts.withLock { $0.limits?.covers(limits.adding(allowance)) ?? false }
    }

    /// Notes what the worker has open from now on. Does nothing when there is no worker.
    func note(open affinity: Affinity?) {
        facts.withLock { if $0.limits != nil { $0.open = affinity } }
    }

    /// Has the worker started soon, unless there is one. A failure shows with the first request.
    func prewarm(_ allowance: LeaseAllowance) {
        let wanted = limits.adding(allowance.rounded)
        let isMissing = facts.withLock { facts in
            guard facts.limits == nil else { return false }
            facts = Facts(limits: wanted)
            return true
        }
        guard isMissing else { return }
        // The thread must not wait for the lock: who has it starts the worker, and waits for the thread.
        let willStart = WorkerStarter.shared.run { [self] in
            _ = child.withLockIfAvailable { child in
                guard child == nil else { return }
                child = try? WorkerChild(executable: executable, limits: wanted)
                if child == nil { facts.withLock { $0 = Facts() } }
            }
        }
        if !willStart { facts.withLock { $0 = Facts() } }
    }

    /// Notes whom the next lease works for. To be called when the lease is given, before anything is asked.
    func assign(to domain: WorkerDomain) {
        facts.withLock { facts in
            // A worker of another domain is ended by `prepare`.
            if facts.domain != nil, facts.domain != domain { facts.mustGo = facts.limits != nil }
            facts.domain = domain
        }
    }

    /// Whether the worker must end before it serves another lease.
    var mustGo: Bool { facts.withLock { $0.mustGo } }

    /// Notes that the worker must end before it serves another lease, where it works for a domain.
    func retire(from domain: WorkerDomain) {
        facts.withLock { if $0.domain == domain { $0.mustGo = $0.limits != nil } }
    }

    /// Ends a worker that worked for somebody else, that died while nobody used it, or that may do less than a lease
    /// needs. To be called between leases.
    func prepare(for allowance: LeaseAllowance) {
        let mustGo = mustGo
        child.withLock { child in
            guard let current = child else { return }
            if mustGo || current.process.reap() != nil || !current.limits.covers(limits.adding(allowance)) {
                drop(&child)
            }
        }
    }

    /// Asks the worker, and waits for the answer. A worker that fails is gone afterwards.
    ///
    /// - Parameter cancellation: kills the worker.
    func ask(
        _ request: [UInt8], descriptors: [Int32], allowance: LeaseAllowance, cancellation: Cancellation
    ) throws(WorkerError) -> WorkerAnswer {
        guard Channel.fits(request, descriptors: descriptors) else {
            throw WorkerError(.tooLarge, "The request does not fit in a message to a worker.")
        }
        return try child.withLock { child throws(WorkerError) in
            guard !cancellation.isCancelled else { throw .cancelled }
            let current = try ready(&child, for: allowance)
            let registration = cancellation.onCancel { current.process.terminate() }
            let result = Result { () throws(WorkerError) in
                try current.ask(
                    request, descriptors: descriptors,
                    timeout: min(limits.timeout + allowance.time, allowance.atMost ?? .infinity))
            }
            registration.remove()
            // Somebody who cancelled has killed the worker or is about to, even where it has answered.
            if cancellation.isCancelled {
                drop(&child)
                throw .cancelled
            }
            do throws(WorkerError) {
                return try result.get()
            } catch {
                drop(&child)
                throw error
            }
        }
    }

    /// Ends a worker that must do nothing more, that served long enough or holds too much memory. To be called between leases.
    func renew() {
        let mustGo = mustGo
        child.withLock { child in
            guard let current = child else { return }
            if mustGo || current.requests >= limits.requests || current.isLarge { drop(&child) }
        }
    }

    /// Ends the worker, if there is one. To be called between requests.
    func end() { child.withLock { drop(&$0) } }

    /// The worker, a new one where there is none or where it may do less than is needed.
    private func ready(_ child: inout WorkerChild?, for allowance: LeaseAllowance) throws(WorkerError) -> WorkerChild {
        if let child, child.limits.covers(limits.adding(allowance)) { return child }
        drop(&child)
        let wanted = limits.adding(allowance.rounded)
        let started = try WorkerStarter.shared.start(executable: executable, limits: wanted)
        child = started
        facts.withLock { $0 = Facts(limits: wanted, domain: $0.domain) }
        return started
    }

    private func drop(_ child: inout WorkerChild?) {
        guard let current = child else { return }
        // The place stays with whom it was given to, who has the next worker started.
        facts.withLock { $0 = Facts(domain: $0.domain) }
        current.bury()
        child = nil
    }
}

extension WorkerError {
    package static let cancelled = WorkerError(.cancelled, "The request was cancelled.")
}
