// SPDX-License-Identifier: GPL-3.0-or-later

import Limn
import LimnPipeline
import LimnWorker
import SystemPackage
import Testing
import TestSupport

/// Memory that a worker still holds for earlier documents.
struct UsedWorkerTests {
    /// Returns a pool whose workers run out of memory unless they are new.
    private func fullPool(alsoNew: Bool, _ failures: AnswerCounter) -> WatchedDispatcher {
        WatchedDispatcher { answer, hasServedOthers in
            guard hasServedOthers || alsoNew else { return answer }
            failures.add()
            return WorkerAnswer(bytes: answer.bytes, ranOutOfMemory: true)
        }
    }

    @Test func `A document that does not fit beside earlier ones is read by a new worker`() async throws {
        let failures = AnswerCounter()
        let engine = Engine(JobContext(fullPool(alsoNew: false, failures)))
        #expect(try await engine.thumbnail(.path(Support.sheet), size: 64).width == 45)
        #expect(failures.count == 0)
        let folder = try TemporaryFolder()
        let other = FilePath(try folder.write(try Project.sample("map-landscape.pdf"), "map.pdf"))
        #expect(try await engine.thumbnail(.path(other), size: 64).width == 64)
        #expect(failures.count == 1)
    }

    @Test func `A document that does not fit into a new worker fails once`() async throws {
        let failures = AnswerCounter()
        let engine = Engine(JobContext(fullPool(alsoNew: true, failures)))
        let error = await #expect(throws: LimnError.self) {
            _ = try await engine.thumbnail(.path(Support.sheet), size: 64)
        }
        #expect(error?.code == .limit)
        #expect(failures.count == 1)
    }
}
