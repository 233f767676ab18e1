// SPDX-License-Identifier: GPL-3.0-or-later

import Dispatch
import Foundation
import Synchronization
import SystemPackage
import Testing
import TestSupport

@testable import LimnBatch

@Suite struct ResultLogTests {
    private let ids = (0..<3).map { String(repeating: "\($0)", count: 64) }

    private func line(_ id: String, status: String = "ok") -> String {
        #"{"outputs":[],"seconds":0.5,"status":"\#(status)","task":"\#(id)"}"# + "\n"
    }

    private func open(_ folder: TemporaryFolder, retriesFailed: Bool = false) throws -> ResultLog {
        try ResultLog(BatchFolder(path: FilePath(folder.url.path)), shard: .whole, retriesFailed: retriesFailed)
    }

    private func write(_ text: some Sequence<UInt8>, _ folder: TemporaryFolder) throws {
        try Data(text).write(to: folder.url.appendingPathComponent("results-1-of-1.jsonl"))
    }

    private func read(_ folder: TemporaryFolder) throws -> String {
        try String(contentsOf: folder.url.appendingPathComponent("results-1-of-1.jsonl"), encoding: .utf8)
    }

    @Test func `Whatever byte a line is torn at, the others stay and the torn one is done again`() throws {
        let folder = try TemporaryFolder()
        let sound = line(ids[0]) + line(ids[1])
        let last = Array(line(ids[2]).utf8)
        for count in 0...last.count {
            try write(Array(sound.utf8) + last[..<count], folder)
            let log = try open(folder)
            let isWhole = count == last.count
            #expect(log.done.count == (isWhole ? 3 : 2), "\(count) bytes")
            try log.append(Array(isWhole ? "".utf8 : line(ids[2]).utf8))
            #expect(try read(folder) == sound + line(ids[2]), "\(count) bytes")
        }
    }

    @Test func `Repeated and damaged lines leave one line a task`() throws {
        let folder = try TemporaryFolder()
        let zeros = [UInt8](repeating: 0, count: 100) + [10]
        let text = Array((line(ids[0]) + line(ids[0])).utf8) + zeros + Array(("garbage\n" + line(ids[1])).utf8)
        try write(text, folder)
        let log = try open(folder)
        #expect(log.done.count == 2)
        #expect(log.dropped == 3)
        #expect(try read(folder) == line(ids[0]) + line(ids[1]))
    }

    @Test func `Failed tasks lose their lines only when they are to be done again`() throws {
        let folder = try TemporaryFolder()
        try write((line(ids[0]) + line(ids[1], status: "failed")).utf8, folder)
        #expect(try open(folder).failed == 1)
        let log = try open(folder, retriesFailed: true)
        #expect((log.done.count, log.failed) == (1, 0))
        #expect(try read(folder) == line(ids[0]))
    }

    @Test func `A line whose file is gone, or has another size, is done again`() throws {
        let folder = try TemporaryFolder()
        let object = "objects/00/\(ids[0]).png"
        let text = #"{"outputs":[{"object":"\#(object)","bytes":3}],"status":"ok","task":"\#(ids[0])"}"# + "\n"
        try write(text.utf8, folder)
        let file = folder.url.appendingPathComponent(object)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("abc".utf8).write(to: file)
        #expect(try open(folder).done.count == 1)
        try Data("ab".utf8).write(to: file)
        #expect(try open(folder).done.count == 0)
        #expect(try read(folder) == "")
    }

    @Test func `The lock of a shard belongs to one at a time`() throws {
        let folder = try TemporaryFolder()
        let path = FilePath(folder.path("lock"))
        var first: ShardLock? = try ShardLock(path, shard: .whole)
        #expect(ShardLock.isHeld(path))
        #expect { try ShardLock(path, shard: .whole) } throws: { ($0 as? BatchError)?.code == .held }
        withExtendedLifetime(first) {}
        first = nil
        #expect(!ShardLock.isHeld(path))
        _ = try ShardLock(path, shard: .whole)
    }

    @Test func `A lock that is refused closes its own descriptor once, and none of another thread`() throws {
        let folder = try TemporaryFolder()
        let path = FilePath(folder.path("lock"))
        let held = try ShardLock(path, shard: .whole)
        // Another thread opens files while locks are refused; a descriptor closed twice would be one of these.
        let count = 2000
        let lost = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 2) { side in
            for _ in 0..<count {
                if side == 0 {
                    _ = try? ShardLock(path, shard: .whole)
                } else if let file = try? FileDescriptor.open("/dev/null", .readOnly, options: .closeOnExec) {
                    for _ in 0..<5 where fcntl(file.rawValue, F_GETFD) < 0 { lost.withLock { $0 += 1 } }
                    if (try? file.close()) == nil { lost.withLock { $0 += 1 } }
                }
            }
        }
        withExtendedLifetime(held) {}
        #expect(lost.withLock { $0 } == 0)
    }
}
