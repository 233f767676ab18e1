// SPDX-License-Identifier: GPL-3.0-or-later

import Limn
import LimnPipeline
import LimnWorker
import Synchronization
import SystemPackage
import Testing
import TestSupport

/// Memory that a worker still holds for earlier documents.
struct UsedWorkerTests {
    /// A pool whose workers run out of memory unless they are new.
    private final class FullDispatcher: JobDispatcher {
        let pool: WorkerPool
        let alsoNew: Bool
        let failures = Mutex(0)

        init(alsoNew: Bool) {
            self.alsoNew = alsoNew
            pool = WorkerPool(
                .init(executable: Support.program("limn-worker"), limits: WorkerLimits(timeout: 600), workers: 1))
        }

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
    }

    private final class Lease: JobLease {
        private let owner: FullDispatcher
        private let lease: WorkerLease

        init(_ owner: FullDispatcher, _ lease: WorkerLease) { (self.owner, self.lease) = (owner, lease) }

        var holdsAffinity: Bool { lease.holdsAffinity }
        var hasServedOthers: Bool { lease.hasServedOthers }
        func attach() { lease.attach() }
        func replaceWorker() { lease.replaceWorker() }
        func recycleAfterwards() { lease.recycleAfterwards() }
        func end() { lease.end() }

        func ask(_ request: [UInt8], descriptors: [Int32]) throws(WorkerError) -> WorkerAnswer {
            let isFull = lease.hasServedOthers || owner.alsoNew
            let answer = try lease.ask(request, descriptors: descriptors)
            guard isFull else { return answer }
            owner.failures.withLock { $0 += 1 }
            return WorkerAnswer(bytes: answer.bytes, ranOutOfMemory: true)
        }
    }

    @Test func `A document that does not fit beside earlier ones is read by a new worker`() async throws {
        let dispatcher = FullDispatcher(alsoNew: false)
        let engine = Engine(JobContext(dispatcher))
        #expect(try await engine.thumbnail(.path(Support.sheet), size: 64).width == 45)
        #expect(dispatcher.failures.withLock { $0 } == 0)
        let folder = try TemporaryFolder()
        let other = FilePath(try folder.write(try Project.sample("map-landscape.pdf"), "map.pdf"))
        #expect(try await engine.thumbnail(.path(other), size: 64).width == 64)
        #expect(dispatcher.failures.withLock { $0 } == 1)
    }

    @Test func `A document that does not fit into a new worker fails once`() async throws {
        let dispatcher = FullDispatcher(alsoNew: true)
        let engine = Engine(JobContext(dispatcher))
        let error = await #expect(throws: LimnError.self) {
            _ = try await engine.thumbnail(.path(Support.sheet), size: 64)
        }
        #expect(error?.code == .limit)
        #expect(dispatcher.failures.withLock { $0 } == 1)
    }
}
