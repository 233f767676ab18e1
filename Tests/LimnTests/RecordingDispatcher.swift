// SPDX-License-Identifier: GPL-3.0-or-later

import LimnPipeline
import LimnWorker
import Synchronization

/// A pool that notes in which order callers got its workers.
final class RecordingDispatcher: JobDispatcher {
    let pool: WorkerPool
    private let order = Mutex<[CallerID]>([])
    private let retirements = Mutex<[WorkerDomain]>([])

    init(_ pool: WorkerPool) { self.pool = pool }

    /// The caller of each lease, in the order in which leases were given.
    var callers: [CallerID] { order.withLock { $0 } }
    /// The domains whose workers were ended because a result turned out wrong.
    var retired: [WorkerDomain] { retirements.withLock { $0 } }
    var width: Int { pool.width }
    var idleCount: Int { pool.idleCount }
    var timeout: Double { pool.timeout }
    var isInProcess: Bool { false }

    func prewarm(_ count: Int, allowance: LeaseAllowance) {}

    func retireWorkers(of domain: WorkerDomain) {
        retirements.withLock { $0.append(domain) }
        pool.retireWorkers(of: domain)
    }

    func jobLease(
        for caller: CallerID, domain: WorkerDomain, affinity: Affinity?, allowance: LeaseAllowance,
        cancellation: Cancellation?
    ) throws(WorkerError) -> any JobLease {
        let lease = try pool.jobLease(
            for: caller, domain: domain, affinity: affinity, allowance: allowance, cancellation: cancellation)
        // Of one worker no other lease is given before this one ends.
        order.withLock { $0.append(caller) }
        return lease
    }
}
