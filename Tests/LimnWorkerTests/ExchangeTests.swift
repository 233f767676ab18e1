// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import Testing
import TestSupport

struct ExchangeTests {
    @Test func `A worker answers one request after the other`() throws {
        let fixture = Fixture()
        for text in ["a", "b", "", "ü\n\0"] where !text.isEmpty { #expect(try fixture.ask("echo \(text)") == text) }
        #expect(try fixture.ask("requests") == "4")
        #expect(fixture.lane.generation == 1)
    }

    @Test func `Messages of all sizes up to the limit arrive whole`() throws {
        let fixture = Fixture()
        for size in [1, 100, 4096, 65_536, 131_067] {
            let text = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            #expect(try fixture.lane.ask(Array("echo ".utf8) + text).bytes == text)
        }
    }

    @Test func `Descriptors arrive, and are closed after the request`() throws {
        let fixture = Fixture()
        let folder = try TemporaryFolder()
        let files = try ["one ", "two ", "three ", "four"].enumerated().map { index, text in
            try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.write(text.utf8, "\(index)")))
        }
        let before = try fixture.ask("descriptors")
        for _ in 0..<20 {
            let text = try fixture.ask("read", descriptors: files.map(\.fileDescriptor))
            #expect(text == "one two three four")
        }
        #expect(try fixture.ask("descriptors") == before)
    }

    @Test func `A worker has standard streams, its socket, its memory flag and nothing else of its parent's`() throws {
        let files = (0..<20).map { _ in open("/dev/null", O_RDONLY) }
        defer { files.forEach { close($0) } }
        // 5 is the worker's own copy of standard error.
        #expect(try Fixture().ask("descriptors") == "0 1 2 3 4 5")
    }

    @Test func `A request that does not fit is refused, and the worker serves on`() throws {
        let fixture = Fixture()
        let worker = try fixture.ask("pid")
        let failure = fixture.failure("echo " + String(repeating: "x", count: 131_068))
        #expect(failure?.code == .tooLarge)
        #expect(throws: WorkerError.self) { try fixture.ask("read", descriptors: [0, 0, 0, 0, 0]) }
        #expect(try fixture.ask("pid") == worker)
    }

    @Test func `An answer that is too large or empty is misbehavior`() throws {
        let fixture = Fixture()
        #expect(try fixture.ask("large 131072").utf8.count == 131_072)
        for request in ["large 131073", "large 10000000", "nothing"] {
            let failure = fixture.failure(request)
            #expect(failure?.code == .misbehaved)
            #expect(failure?.description == "The worker's answer is empty or too large.")
        }
        #expect(try fixture.ask("echo still here") == "still here")
    }

    @Test func `What is printed comes back with its request, each line once`() throws {
        let fixture = Fixture()
        #expect(
            try fixture.stderrLines("complain Syntax error\nSyntax error\nBad font\n") == ["Syntax error", "Bad font"])
        #expect(try fixture.stderrLines("echo quiet") == [])
        #expect(try fixture.stderrLines("complain no line end") == ["no line end"])
    }

    @Test func `Of a flood of stderrLines a little is kept, its end included`() throws {
        let fixture = Fixture()
        let lines = (1...1000).map { "complaint \($0)" }.joined(separator: "\n")
        let stderrLines = try fixture.stderrLines("complain \(lines)")
        #expect(stderrLines.count == 20)
        #expect(stderrLines.first == "complaint 1")
        #expect(stderrLines.last == "complaint 1000")
        // A hundred megabytes do not fill the memory that the parent has to pay for.
        let flood = try fixture.stderrLines("flood 100000")
        #expect(flood.allSatisfy { $0.count <= 300 } && flood.count <= 20)
        #expect(try fixture.stderrLines("complain next\n") == ["next"])
    }

    @Test func `Little of the environment reaches a worker`() throws {
        setenv("LD_PRELOAD_LIMN_TEST", "1", 1)
        setenv("GTK_MODULES", "evil", 1)
        defer {
            unsetenv("LD_PRELOAD_LIMN_TEST")
            unsetenv("GTK_MODULES")
        }
        let names = Set(
            try Fixture().ask("environment").split(separator: "\n").compactMap { $0.split(separator: "=").first })
        #expect(names.isSuperset(of: ["LANG", "SWIFT_BACKTRACE"]))
        #expect(names.isDisjoint(with: ["LD_PRELOAD_LIMN_TEST", "GTK_MODULES", "HOME", "PATH", "USER"]))
    }
}
