// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import LimnPipeline
internal import LimnWorker
internal import Synchronization

/// A pool that notes which jobs its workers were asked to do.
final class AskedJobs: JobDispatcher {
    private let pool: WorkerPool
    private let asked = Mutex<Set<String>>([])

    init(_ pool: WorkerPool) { self.pool = pool }

    /// The names of the jobs.
    var names: Set<String> { asked.withLock { $0 } }
    var width: Int { pool.width }
    var idleCount: Int { pool.idleCount }
    var timeout: Double { pool.timeout }
    var isInProcess: Bool { false }

    func prewarm(_ count: Int, allowance: LeaseAllowance) { pool.prewarm(count, allowance: allowance) }
    func retireWorkers(of domain: WorkerDomain) { pool.retireWorkers(of: domain) }

    func jobLease(
        for caller: CallerID, domain: WorkerDomain, affinity: Affinity?, allowance: LeaseAllowance,
        cancellation: Cancellation?
    ) throws(WorkerError) -> any JobLease {
        Lease(
            try pool.jobLease(
                for: caller, domain: domain, affinity: affinity, allowance: allowance, cancellation: cancellation), self
        )
    }

    private final class Lease: JobLease {
        private let lease: any JobLease
        private let owner: AskedJobs

        init(_ lease: any JobLease, _ owner: AskedJobs) { (self.lease, self.owner) = (lease, owner) }

        var holdsAffinity: Bool { lease.holdsAffinity }
        var hasServedOthers: Bool { lease.hasServedOthers }
        func attach() { lease.attach() }

        func ask(_ request: [UInt8], descriptors: [Int32]) throws(WorkerError) -> WorkerAnswer {
            if let name = JobMessage.split(request)?.name { _ = owner.asked.withLock { $0.insert(name) } }
            return try lease.ask(request, descriptors: descriptors)
        }

        func replaceWorker() { lease.replaceWorker() }
        func recycleAfterwards() { lease.recycleAfterwards() }
        func end() { lease.end() }
    }
}
