// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import Testing
import TestSupport

struct HostileWorkerTests {
    @Test func `An answer to an earlier request is not taken for one to the next`() throws {
        let fixture = Fixture()
        #expect(try fixture.ask("twice") == "first")
        #expect(fixture.failure("echo next")?.code == .misbehaved)
        #expect(try fixture.ask("echo after") == "after")
    }

    @Test(arguments: [
        "other", "short", "empty", "garbage 7", "garbage 8", "garbage 5000", "oversize", "gift 1", "gift 8",
    ])
    func `Nonsense costs the worker its life and leaves no descriptor`(_ request: String) throws {
        let fixture = Fixture()
        do {
            let worker = try #require(pid_t(try fixture.ask("pid")))
            #expect([.misbehaved, .crashed].contains(try #require(fixture.failure(request)).code))
            #expect(System.state(of: worker) == nil)
        }
        #expect(try fixture.ask("echo after") == "after")
    }

    @Test func `Descriptors that a worker gives are closed`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write([], "given")
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        let fixture = Fixture()
        for _ in 0..<5 {
            #expect(try fixture.ask("extras 4", descriptors: [file.fileDescriptor]) == "with descriptors")
            fixture.lane.end()
            _ = try? fixture.ask("gift 2", descriptors: [file.fileDescriptor])
            _ = try? fixture.ask("extras 8", descriptors: [file.fileDescriptor])
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        let targets = names.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        #expect(targets.count { $0 == path } == 1)
    }

    @Test func `A worker that answers without reading cannot make its parent wait`() throws {
        let fixture = Fixture(timeout: 10)
        #expect(try fixture.ask("guess") == "now")
        let long = "echo " + String(repeating: "x", count: 120_000)
        var last: WorkerError?
        for _ in 0..<8 where last == nil { last = fixture.failure(long) }
        #expect([.misbehaved, .timedOut].contains(try #require(last).code))
        #expect(try fixture.ask("echo after") == "after")
    }
}
