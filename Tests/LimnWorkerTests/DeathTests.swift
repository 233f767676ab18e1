// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
@testable import LimnWorker
import Testing
import TestSupport

struct DeathTests {
    @Test(arguments: ["hang", "spin"])
    func `A worker that does not answer is killed at its limit and replaced`(_ how: String) throws {
        let fixture = Fixture(timeout: 3)
        let worker = try #require(pid_t(try fixture.ask("pid")))
        let failure = fixture.failure(how)
        #expect(failure?.code == .timedOut)
        #expect(failure?.description == "It took longer than 3 s.")
        #expect(System.state(of: worker) == nil)
        #expect(try fixture.ask("echo again") == "again")
        #expect(fixture.lane.generation == 2)
    }

    /// Ends by itself, should nobody end it.
    private static let busy = "i=0; while [ $i -lt 9999999 ]; do i=$((i+1)); done"

    @Test func `Time in which others had the processor does not count`() throws {
        let fixture = Fixture(timeout: 3)
        let worker = try #require(pid_t(try fixture.ask("pid")))
        // The worker gets a fifth of one processor: a second of work takes five.
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let list = try #require(status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") })
        let processor = String(list.drop { !$0.isNumber }.prefix { $0.isNumber })
        var others: [Process] = []
        defer { for other in others { kill(other.processIdentifier, SIGKILL) } }
        for _ in 0..<4 {
            let other = Process()
            other.executableURL = URL(fileURLWithPath: "/usr/bin/taskset")
            other.arguments = ["-c", processor, "sh", "-c", Self.busy]
            try other.run()
            others.append(other)
        }
        let pinning = Process()
        pinning.executableURL = URL(fileURLWithPath: "/usr/bin/taskset")
        pinning.arguments = ["-cp", processor, "\(worker)"]
        pinning.standardOutput = FileHandle.nullDevice
        try pinning.run()
        pinning.waitUntilExit()
        let answer = try fixture.lane.ask(Array("work 1".utf8))
        #expect(String(decoding: answer.bytes, as: UTF8.self) == "done")
        #expect(answer.queuedTime > 1)
    }

    @Test func `A worker that crashes is told as crashed, with its last words`() throws {
        let fixture = Fixture()
        let failure = fixture.failure("words Something is rotten")
        #expect(failure?.code == .crashed)
        #expect(failure?.description == "The worker was ended by signal 6.")
        #expect(failure?.stderrLines == ["Something is rotten"])
        #expect(try fixture.stderrLines("echo again") == [])
    }

    @Test(arguments: [
        ("abort", "was ended by signal 6"), ("overrun", "was ended by signal 11"), ("exit 3", "ended with code 3"),
        ("exit 0", "ended with code 0"),
    ])
    func `The way in which a worker ended is told`(_ request: String, _ end: String) throws {
        let fixture = Fixture()
        let failure = fixture.failure(request)
        #expect(failure?.code == .crashed)
        #if !SANITIZED
            #expect(failure?.description == "The worker \(end).")
        #endif
        #expect(try fixture.ask("requests") == "1")
    }

    @Test func `A trap of Swift is a crash that is over at once`() throws {
        let failure = Fixture().failure("trap")
        #expect(failure?.code == .crashed)
        #expect(failure?.stderrLines.contains { $0.contains("a programmer's mistake") } == true)
    }

    @Test func `A worker that closes its end and lives on is ended`() throws {
        let fixture = Fixture()
        let worker = try #require(pid_t(try fixture.ask("pid")))
        #expect(fixture.failure("deafen")?.code == .misbehaved)
        #expect(System.state(of: worker) == nil)
    }

    #if !SANITIZED
        @Test func `Exhausted memory is told apart from a crash`() throws {
            let fixture = Fixture(memory: 200)
            let failure = fixture.failure("devour")
            #expect(failure?.code == .outOfMemory)
            #expect(failure?.description == "It needs more than 200 MiB of memory.")
        }
    #endif

    @Test func `A worker that was killed from outside is replaced`() throws {
        let fixture = Fixture()
        let worker = try #require(pid_t(try fixture.ask("pid")))
        kill(worker, SIGSEGV)
        #expect(Patience.wait { System.state(of: worker) == "Z" })
        #expect(fixture.failure("echo x")?.code == .crashed)
        #expect(try fixture.ask("echo y") == "y")
    }

    @Test func `A worker is replaced after its number of requests, but only between documents`() throws {
        let fixture = Fixture(requests: 5)
        for _ in 0..<6 { _ = try fixture.ask("echo x") }
        #expect(fixture.lane.generation == 1)
        fixture.lane.renew()
        #expect(try fixture.ask("requests") == "1")
        #expect(fixture.lane.generation == 2)
        fixture.lane.renew()
        #expect(try fixture.ask("requests") == "2")
    }

    @Test func `A worker that has grown is replaced`() throws {
        let fixture = Fixture(memory: 256)
        _ = try fixture.ask("hoard 150")
        for _ in 0..<60 {
            _ = try fixture.ask("echo x")
            fixture.lane.renew()
        }
        #expect(fixture.lane.generation == 2)
    }

    @Test func `Two hundred crashes leave no zombie and no descriptor`() throws {
        let fixture = Fixture()
        var workers: [pid_t] = []
        var before = 0
        for round in 0..<200 {
            workers.append(try #require(pid_t(try fixture.ask("pid"))))
            // Tests that run at the same time open files of their own, but do not keep them.
            if round == 5 { before = System.openDescriptors }
            #expect(fixture.failure("exit 1")?.code == .crashed)
        }
        #expect(workers.allSatisfy { System.state(of: $0) == nil })
        #expect(Patience.wait { System.openDescriptors <= before + 20 })
    }

    @Test func `An executable that is missing or no worker is told`() throws {
        let missing = WorkerLane(executable: "/nonexistent/limn")
        #expect(throws: WorkerError.self) { try missing.start() }
        let other = WorkerLane(executable: "/bin/true")
        do throws(WorkerError) {
            _ = try other.ask([1])
            Issue.record("It answered.")
        } catch { #expect(error.code == .crashed) }
    }

    @Test(arguments: ["idle", "hang"])
    func `A parent that is killed leaves no orphan`(_ state: String) throws {
        let parent = Process()
        parent.executableURL = URL(fileURLWithPath: Fixture.path)
        parent.arguments = ["own", state]
        let pipe = Pipe()
        parent.standardOutput = pipe
        try parent.run()
        let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
        let worker = try #require(pid_t(line.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(System.state(of: worker) != nil)
        kill(parent.processIdentifier, SIGKILL)
        parent.waitUntilExit()
        #expect(Patience.wait { [nil, "Z"].contains(System.state(of: worker)) })
    }
}
