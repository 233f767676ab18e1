// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc
internal import LimnJobs
internal import LimnPipeline
internal import LimnWorker
internal import Synchronization

/// A pool that notes which jobs its workers were asked to do.
final class AskedJobs: JobDispatcher {
    private let pool: WorkerPool
    /// A job that is asked for beside others: it has a moment before they end.
    private let awaited: String
    private let asked = Mutex<Set<String>>([])

    init(_ pool: WorkerPool, awaiting awaited: String) { (self.pool, self.awaited) = (pool, awaited) }

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

    /// Lets the job that makes exports not end before the one that prepares to verify them was asked for.
    private func wait(behind job: String) {
        guard awaited == PrepareVerificationJob.name, job == FlattenJob.name else { return }
        for _ in 0..<200 where !names.contains(awaited) { usleep(5000) }
    }

    private final class Lease: JobLease {
        private let lease: any JobLease
        private let owner: AskedJobs

        init(_ lease: any JobLease, _ owner: AskedJobs) { (self.lease, self.owner) = (lease, owner) }

        var holdsAffinity: Bool { lease.holdsAffinity }
        var hasServedOthers: Bool { lease.hasServedOthers }
        func attach() { lease.attach() }

        func ask(_ request: [UInt8], descriptors: [Int32]) throws(WorkerError) -> WorkerAnswer {
            let name = JobMessage.split(request)?.name ?? ""
            _ = owner.asked.withLock { $0.insert(name) }
            let answer = try lease.ask(request, descriptors: descriptors)
            owner.wait(behind: name)
            return answer
        }

        func replaceWorker() { lease.replaceWorker() }
        func recycleAfterwards() { lease.recycleAfterwards() }
        func end() { lease.end() }
    }
}
