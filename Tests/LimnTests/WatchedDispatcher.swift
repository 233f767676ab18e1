// SPDX-License-Identifier: GPL-3.0-or-later

import LimnPipeline
import LimnWorker
import Synchronization

/// One worker, whose answers a test sees and may change.
final class WatchedDispatcher: JobDispatcher {
    let pool = WorkerPool(
        .init(executable: Support.program("limn-worker"), limits: WorkerLimits(timeout: 600), workers: 1))
    /// Returns what the parent gets for an answer. The second argument says whether the worker has served others.
    private let change: @Sendable (WorkerAnswer, Bool) -> WorkerAnswer

    init(_ change: @escaping @Sendable (WorkerAnswer, Bool) -> WorkerAnswer) { self.change = change }

    var width: Int { pool.width }
    var idleCount: Int { pool.idleCount }
    var timeout: Double { pool.timeout }
    var isInProcess: Bool { false }
    func prewarm(_ count: Int, allowance: LeaseAllowance) {}
    func retireWorkers(of domain: WorkerDomain) { pool.retireWorkers(of: domain) }

    func jobLease(
        for caller: CallerID, domain: WorkerDomain, affinity: Affinity?, allowance: LeaseAllowance,
        cancellation: Cancellation?
    ) throws(WorkerError) -> any JobLease {
        let lease = try pool.lease(
            for: caller, domain: domain, affinity: affinity, allowance: allowance, cancellation: cancellation)
        return Lease(self, lease)
    }

    private final class Lease: JobLease {
        private let owner: WatchedDispatcher
        private let lease: WorkerLease

        init(_ owner: WatchedDispatcher, _ lease: WorkerLease) { (self.owner, self.lease) = (owner, lease) }

        var holdsAffinity: Bool { lease.holdsAffinity }
        var hasServedOthers: Bool { lease.hasServedOthers }
        func attach() { lease.attach() }
        func replaceWorker() { lease.replaceWorker() }
        func recycleAfterwards() { lease.recycleAfterwards() }
        func end() { lease.end() }

        func ask(_ request: [UInt8], descriptors: [Int32]) throws(WorkerError) -> WorkerAnswer {
            let hasServedOthers = lease.hasServedOthers
            return owner.change(try lease.ask(request, descriptors: descriptors), hasServedOthers)
        }
    }
}

/// Counts answers of workers.
final class AnswerCounter: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    func add() { number.withLock { $0 += 1 } }
}
