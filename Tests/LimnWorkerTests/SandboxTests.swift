// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import Testing
import TestSupport

/// What workers do on machines that offer no sandbox.
@Suite(.disabled(if: isSanitized, "Sanitized workers lack these layers."))
struct SandboxTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func lane(without layer: String, mayBeUnconfined: Bool) throws -> WorkerLane {
        WorkerLane(
            executable: try Without.program(layer, around: Fixture.path, in: folder),
            limits: WorkerLimits(memory: 256, mayBeUnconfined: mayBeUnconfined))
    }

    @Test(arguments: [
        ("landlock", "Landlock is missing"), ("seccomp", "seccomp is missing"),
        ("both", "seccomp and Landlock is missing"),
    ])
    func `Without a sandbox a worker reads nothing, and says what is missing`(_ layer: String, _ why: String) throws {
        let lane = try lane(without: layer, mayBeUnconfined: false)
        do throws(WorkerError) {
            _ = try lane.ask(Array("echo x".utf8))
            Issue.record("It answered.")
        } catch {
            #expect(error.code == .unconfined)
            #expect(error.description.contains(why), "\(error.description)")
        }
    }

    @Test(arguments: ["landlock", "seccomp", "both"])
    func `Without a sandbox a worker works where that is allowed, and it is told`(_ layer: String) throws {
        let lane = try lane(without: layer, mayBeUnconfined: true)
        #expect(String(decoding: try lane.ask(Array("echo x".utf8)).bytes, as: UTF8.self) == "x")
        #expect(Sandbox.wasMissing)
    }

    @Test(arguments: [80, 81, 82, 83])
    func `A worker that has answered is not believed that there is no sandbox`(_ code: Int) throws {
        let fixture = Fixture()
        #expect(try fixture.ask("echo x") == "x")
        let failure = fixture.failure("exit \(code)")
        #expect(failure?.code == .crashed)
    }

    @Test func `A pool tells of a missing sandbox as well, and starts no worker for nothing`() throws {
        let program = try Without.program("landlock", around: Fixture.path, in: folder)
        let pool = WorkerPool(
            .init(executable: program, limits: WorkerLimits(memory: 256, mayBeUnconfined: false), workers: 2))
        pool.prewarm(2)
        for _ in 0..<3 {
            let lease = try pool.lease(for: CallerID())
            #expect(lease.failure("echo x")?.code == .unconfined)
        }
        #expect(pool.load == (idle: 2, waiting: 0))
    }
}
