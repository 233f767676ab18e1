// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// What is left when the command is stopped in the middle of its work.
struct InterruptedBatchTests {
    /// What /proc tells of a process.
    private struct Status {
        let state: String
        let parent: pid_t
        /// When it was started: the kernel uses the numbers of ended processes again.
        let start: String
    }

    /// A process that no later one of the same number is taken for.
    private struct Worker: Equatable {
        let number: pid_t
        let start: String
    }

    /// Runs a batch that hangs, stops it with a signal once workers are at work, and looks at what remains.
    private func stop(_ number: Int32) throws -> (process: Process, orphans: [Worker], names: [String]) {
        let shell = try Shell(["bad.pdf": HostileDocument.exponentialForms.bytes, "good.pdf": Documents.pages(3)])
        let limn = Process()
        limn.executableURL = URL(fileURLWithPath: Executable.path)
        limn.arguments = ["render", "good.pdf", "bad.pdf", "-o", "out", "--timeout", "600", "--jobs", "2", "--quiet"]
        limn.currentDirectoryURL = shell.folder.url
        try limn.run()
        let isAtWork = Patience.wait {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: shell.folder.path("out"))) ?? []
            // What is being written has no name, or one that is hidden.
            return names.count { $0.hasSuffix(".png") } == 3
        }
        #expect(isAtWork)
        let workers = try workers(of: limn.processIdentifier)
        #expect(!workers.isEmpty)
        kill(limn.processIdentifier, number)
        limn.waitUntilExit()
        _ = Patience.wait { workers.allSatisfy { !isAlive($0) } }
        let names = try FileManager.default.contentsOfDirectory(atPath: shell.folder.path("out")).sorted()
        return (limn, workers.filter { isAlive($0) }, names)
    }

    @Test func `An interrupt leaves finished pictures, nothing half-written and no worker`() throws {
        let (limn, orphans, names) = try stop(SIGINT)
        #expect(limn.terminationReason == .exit)
        #expect(limn.terminationStatus == 130)
        #expect(orphans == [])
        #expect(names == ["good-1.png", "good-2.png", "good-3.png"])
    }

    @Test func `Killing the command outright leaves no worker and no half picture under a final name`() throws {
        let (limn, orphans, names) = try stop(SIGKILL)
        #expect(limn.terminationReason == .uncaughtSignal)
        #expect(orphans == [])
        #expect(names.filter { !$0.hasPrefix(".limn-") } == ["good-1.png", "good-2.png", "good-3.png"])
    }

    private func workers(of parent: pid_t) throws -> [Worker] {
        let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
        return numbers.compactMap { number -> Worker? in
            guard let found = status(number), found.parent == parent else { return nil }
            return Worker(number: number, start: found.start)
        }
    }

    private func isAlive(_ worker: Worker) -> Bool {
        status(worker.number).map { $0.start == worker.start && $0.state != "Z" } ?? false
    }

    private func status(_ process: pid_t) -> Status? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let bracket = text.lastIndex(of: ")")
        else { return nil }
        // The third field comes first, and the 22nd is the time of the start.
        let fields = text[bracket...].dropFirst(2).split(separator: " ").map(String.init)
        guard fields.count > 19 else { return nil }
        return Status(state: fields[0], parent: pid_t(fields[1]) ?? 0, start: fields[19])
    }
}
