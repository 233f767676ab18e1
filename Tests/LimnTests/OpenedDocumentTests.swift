// SPDX-License-Identifier: GPL-3.0-or-later

import Limn
import LimnPipeline
import LimnWorker
import Synchronization
import SystemPackage
import Testing
import TestSupport

/// Documents that stay open for several calls.
struct OpenedDocumentTests {
    /// One worker, and the number of requests that it gets.
    private final class CountingDispatcher: JobDispatcher {
        let pool = WorkerPool(
            .init(executable: Support.program("limn-worker"), limits: WorkerLimits(timeout: 600), workers: 1))
        let requests = Mutex(0)

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

        /// Returns the number of requests that are made meanwhile.
        func count(_ body: () async throws -> Void) async throws -> Int {
            let before = requests.withLock { $0 }
            try await body()
            return requests.withLock { $0 } - before
        }
    }

    private final class Lease: JobLease {
        private let owner: CountingDispatcher
        private let lease: WorkerLease

        init(_ owner: CountingDispatcher, _ lease: WorkerLease) { (self.owner, self.lease) = (owner, lease) }

        var holdsAffinity: Bool { lease.holdsAffinity }
        var hasServedOthers: Bool { lease.hasServedOthers }
        func attach() { lease.attach() }
        func replaceWorker() { lease.replaceWorker() }
        func recycleAfterwards() { lease.recycleAfterwards() }
        func end() { lease.end() }

        func ask(_ request: [UInt8], descriptors: [Int32]) throws(WorkerError) -> WorkerAnswer {
            owner.requests.withLock { $0 += 1 }
            return try lease.ask(request, descriptors: descriptors)
        }
    }

    @Test func `A worker reads a document once while it stays open`() async throws {
        let dispatcher = CountingDispatcher()
        let engine = Engine(JobContext(dispatcher))
        let document = try OpenedDocument(.path(Support.sheet))
        for (page, expected) in [(1, 2), (2, 1), (1, 1)] {
            let count = try await dispatcher.count {
                let picture = try await engine.render(.opened(document), page: page, size: .dpi(36)).bytes
                let alone = try await Engine().render(.path(Support.sheet), page: page, size: .dpi(36)).bytes
                #expect(picture == alone, "page \(page)")
            }
            #expect(count == expected, "page \(page)")
        }
        let texts = try await dispatcher.count {
            let text = try await engine.text(of: .opened(document)).map(\.text)
            #expect(try await text == Engine().text(of: .path(Support.sheet)).map(\.text))
        }
        #expect(texts == 1)
        // Other limits, and other documents between, have it read again.
        let access = Access(pixelLimit: 1_000_000)
        #expect(
            try await dispatcher.count {
                _ = try await engine.render(.opened(document), size: .dpi(36), access: access)
            } == 2)
        #expect(
            try await dispatcher.count {
                _ = try await engine.render(.opened(document), size: .dpi(36))
            } == 2)
    }

    @Test func `What a worker tells one owner is not believed for another`() async throws {
        let dispatcher = CountingDispatcher()
        let document = try OpenedDocument(.path(Support.sheet))
        for name in ["Maren", "Orsa"] {
            let engine = Engine(JobContext(dispatcher).forOwner(OwnerID(name)))
            let count = try await dispatcher.count {
                _ = try await engine.text(of: .opened(document), pages: try #require(PageSelection("1")))
            }
            #expect(count == 2, "\(name)")
        }
    }

    @Test func `A file that is not there cannot be opened`() {
        #expect(throws: LimnError.self) { try OpenedDocument(.path("/nowhere/sheet.pdf")) }
    }
}
