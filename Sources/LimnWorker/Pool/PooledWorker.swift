// SPDX-License-Identifier: GPL-3.0-or-later

/// A place for one worker of a pool. It starts a worker on demand, and replaces one that has died, grown too much,
/// served long enough, or has limits that are too low.
///
/// Only one lease uses it at a time; the pool ensures this.
final class PooledWorker: Sendable {
    /// The facts on which the pool bases its choice. They can be read while the worker is busy.
    private struct Facts: Sendable {
        /// The limits of the worker that is running or starting; nil if there is none.
        var limits: WorkerLimits?
        /// The affinity that the worker has open; nil for none.
        var open: Affinity?
        /// Whether the worker had another affinity open before.
        var hasServedOthers = false
        /// Whether the worker must not serve again, because its place now belongs to another domain, or because its
        /// domain was retired.
        var mustGo = false
        /// The domain of the worker, or of the lease that will start it; nil before the first lease.
        var domain: WorkerDomain?
    }

    private let executable: String
    private let limits: WorkerLimits
    private let facts = Monitor(Facts())
    /// The worker. It is locked during a request.
    private let child = Monitor<WorkerChild?>(nil)

    init(executable: String, limits: WorkerLimits) {
        self.executable = executable
        self.limits = limits
    }

    deinit { child.withLock { $0?.bury() } }

    /// The affinity that the worker has open; nil if there is none or no worker.
    var open: Affinity? { facts.withLock { $0.open } }

    /// Whether a worker is running or starting.
    var isStarted: Bool { facts.withLock { $0.limits != nil } }

    /// Whether the worker may serve a domain: it belongs to that domain, or not yet to any.
    func mayServe(_ domain: WorkerDomain) -> Bool { facts.withLock { $0.domain == nil || $0.domain == domain } }

    /// Whether the running worker is sufficient for a lease with an allowance.
    func serves(_ allowance: LeaseAllowance) -> Bool {
        facts.withLock { $0.limits?.covers(limits.adding(allowance)) ?? false }
    }

    /// Records the affinity that the worker now has open. Does nothing if there is no worker.
    func note(open affinity: Affinity?) {
        facts.withLock { facts in
            guard facts.limits != nil else { return }
            if facts.open != nil, facts.open != affinity { facts.hasServedOthers = true }
            facts.open = affinity
        }
    }

    /// Whether the running worker had an affinity open other than the given one.
    func hasServedOthers(than affinity: Affinity?) -> Bool {
        facts.withLock { $0.hasServedOthers || ($0.open != nil && $0.open != affinity) }
    }

    /// Starts a worker in the background, unless there is one. An error is reported with the first request.
    func prewarm(_ allowance: LeaseAllowance) {
        let wanted = limits.adding(allowance.rounded)
        let isMissing = facts.withLock { facts in
            guard facts.limits == nil else { return false }
            facts = Facts(limits: wanted)
            return true
        }
        guard isMissing else { return }
        // This thread must not wait for the lock: the thread that holds it may be starting a worker and waiting for
        // this thread.
        let willStart = WorkerStarter.shared.run { [self] in
            _ = child.withLockIfAvailable { child in
                guard child == nil else { return }
                child = try? WorkerChild(executable: executable, limits: wanted)
                if child == nil { facts.withLock { $0 = Facts() } }
            }
        }
        if !willStart { facts.withLock { $0 = Facts() } }
    }

    /// Records the domain of the next lease. Call it when granting the lease, before the first request.
    func assign(to domain: WorkerDomain) {
        facts.withLock { facts in
            // `prepare` ends a worker of another domain.
            if facts.domain != nil, facts.domain != domain { facts.mustGo = facts.limits != nil }
            facts.domain = domain
        }
    }

    /// Whether the worker must end before the next lease.
    var mustGo: Bool { facts.withLock { $0.mustGo } }

    /// Records that the worker must end before the next lease if it belongs to `domain`.
    func retire(from domain: WorkerDomain) {
        facts.withLock { if $0.domain == domain { $0.mustGo = $0.limits != nil } }
    }

    /// Ends a worker that belonged to another domain, died while idle, or has too low limits for the lease. Call it
    /// between leases.
    func prepare(for allowance: LeaseAllowance) {
        let mustGo = mustGo
        child.withLock { child in
            guard let current = child else { return }
            if mustGo || current.process.reap() != nil || !current.limits.covers(limits.adding(allowance)) {
                drop(&child)
            }
        }
    }

    /// Sends a request to the worker and waits for the response. Ends a worker that fails.
    ///
    /// - Parameter cancellation: Kills the worker when cancelled.
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
            // A cancellation kills the worker even if it has responded.
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

    /// Ends a worker that must not serve again, has served long enough, or uses too much memory. Call it between
    /// leases.
    func renew() {
        let mustGo = mustGo
        child.withLock { child in
            guard let current = child else { return }
            if mustGo || current.requests >= limits.requests || current.isLarge { drop(&child) }
        }
    }

    /// Ends the worker if there is one. Call it between requests.
    func end() { child.withLock { drop(&$0) } }

    /// Returns the worker. Starts a new one if there is none or its limits are too low.
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
        // The place keeps its domain, because the same lease may start the next worker.
        facts.withLock { $0 = Facts(domain: $0.domain) }
        current.bury()
        child = nil
    }
}

extension WorkerError {
    package static let cancelled = WorkerError(.cancelled, "The request was cancelled.")
}
