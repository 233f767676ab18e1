// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import Testing
import TestSupport

struct LeaseLimitTests {
    private let small = WorkerLimits(memory: 256, timeout: 600, fileSize: 1, requests: 5)

    private func grow(_ pool: WorkerPool, to size: Int, _ allowance: LeaseAllowance) throws -> String {
        let folder = try TemporaryFolder()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.write([], "out")))
        return try pool.withLease(for: CallerID(), allowance: allowance) {
            try $0.text("grow \(size)", descriptors: [file.fileDescriptor])
        }
    }

    @Test func `A lease that needs larger files gets a worker that may write them`() throws {
        let pool = makePool(limits: small)
        let worker = try pool.text("pid")
        #expect(try grow(pool, to: 3 << 20, .none) == "File too large")
        #expect(try grow(pool, to: 3 << 20, LeaseAllowance(copyOf: 2 << 20)) == "done")
        let larger = try pool.text("pid")
        #expect(larger != worker)
        // The worker that may do more serves leases that need less.
        #expect(try grow(pool, to: 3 << 20, LeaseAllowance(fileSize: 2)) == "done")
        #expect(try pool.text("pid") == larger)
    }

    @Test func `Slowly growing files replace a worker seldom`() throws {
        let pool = makePool(limits: WorkerLimits(memory: 256, timeout: 600, fileSize: 1))
        var workers: Set<String> = []
        for size in 1...16 {
            workers.insert(
                try pool.withLease(for: CallerID(), allowance: LeaseAllowance(fileSize: size)) { try $0.text("pid") })
        }
        // Those for 1, 2, 4, 8 and 16 MiB.
        #expect(workers.count == 5)
    }

    @Test func `What the allowance names is added, and never less than nothing`() {
        let copy = LeaseAllowance(copyOf: 100 << 20)
        #expect(copy.fileSize == 100)
        #expect(copy.time == 2.097152)
        #expect(LeaseAllowance(fileSize: -3, time: -1) == .none)
    }

    @Test func `A lease with more time is killed later than others`() throws {
        let pool = makePool(limits: WorkerLimits(memory: 256, timeout: 0.3, fileSize: 16))
        try pool.withLease(for: CallerID()) { lease in
            #expect(lease.failure("hang")?.description == "It took longer than 0.3 s.")
        }
        try pool.withLease(for: CallerID(), allowance: LeaseAllowance(time: 0.5)) { lease in
            #expect(lease.failure("hang")?.description == "It took longer than 0.8 s.")
        }
    }

    @Test func `A worker is replaced after its number of requests, but only between leases`() throws {
        let pool = makePool(limits: small)
        try pool.withLease(for: CallerID()) { lease in
            for _ in 0..<6 { _ = try lease.text("echo x") }
            let requests = try lease.text("requests")
            #expect(requests == "7")
        }
        #expect(try pool.text("requests") == "1")
        #expect(try pool.text("requests") == "2")
    }

    @Test func `A worker that has grown is replaced`() throws {
        let pool = makePool(limits: WorkerLimits(memory: 256, timeout: 600))
        #expect(try pool.text("hoard 20") == "kept")
        #expect(try pool.text("requests") == "2")
        #expect(try pool.text("hoard 150") == "kept")
        #expect(try pool.text("requests") == "1")
    }

    @Test func `A worker is recycled on request, and is gone`() throws {
        let pool = makePool()
        let worker = try #require(
            try pool.withLease(for: CallerID(), affinity: Affinity("secret")) { lease in
                let worker = pid_t(try lease.text("pid"))
                lease.attach()
                lease.recycleAfterwards()
                #expect(lease.holdsAffinity)
                return worker
            })
        #expect(Patience.wait { System.state(of: worker) == nil })
        try pool.withLease(for: CallerID(), affinity: Affinity("secret")) { lease in
            #expect(!lease.holdsAffinity)
            let requests = try lease.text("requests")
            #expect(requests == "1")
        }
    }

    @Test func `A worker that talks nonsense is replaced within the lease`() throws {
        let pool = makePool()
        try pool.withLease(for: CallerID()) { lease in
            let worker = try lease.text("pid")
            lease.replaceWorker()
            let process = try lease.text("pid")
            #expect(process != worker)
            let requests = try lease.text("requests")
            #expect(requests == "2")
        }
    }
}
