// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Limn
import LimnPipeline
import LimnWorker
import Testing
import TestSupport

/// Many requests at once, counted in leases and not in seconds.
struct ConcurrencyTests {
    private static func recorder() -> RecordingDispatcher {
        let limits = WorkerLimits(timeout: 600)
        return RecordingDispatcher(
            WorkerPool(.init(executable: Support.program("limn-worker"), limits: limits, workers: 1)))
    }

    @Test func `Among fifty requests a cheap one waits for no more than one costly page`() async throws {
        let (recorder, folder) = (Self.recorder(), try TemporaryFolder())
        let engine = Engine(JobContext(recorder))
        // Nobody gets the only worker before all fifty wait for it.
        let held = try await recorder.pool.lease(for: CallerID())
        let pages = Notes<Int>()
        let sheet = try Project.sample("character-sheet.pdf")
        let long = try (0..<20).map { FilePath(try folder.write(sheet, "\($0).pdf")) }
        let costly = Task {
            var request = RenderRequest(
                inputs: long, destination: .folder(FilePath(folder.path("pages"))), for: .everyone)
            request.size = .dpi(100)
            try await engine.render(request) { pages.add($0.status == .ok ? 1 : 0) }
        }
        #expect(await Patience.sleep { recorder.pool.load.waiting == 1 })
        let cheap = (0..<49).map { _ in Task { try await engine.thumbnail(.path(Support.map), size: 8).height } }
        #expect(await Patience.sleep { recorder.pool.load.waiting == 50 })
        held.end()
        for task in cheap { #expect(try await task.value > 0) }
        try await costly.value
        #expect(pages.entries == [Int](repeating: 1, count: 40))

        let callers = recorder.callers
        let busy = try #require(Dictionary(grouping: callers) { $0 }.max { $0.value.count < $1.value.count }?.key)
        #expect(callers.count { $0 == busy } > 40)
        #expect(Set(callers).count == 50)
        for caller in Set(callers) where caller != busy {
            let turn = try #require(callers.firstIndex(of: caller))
            #expect(callers[..<turn].count { $0 == busy } <= 1)
        }
    }

    @Test func `Cancelling a request that would never end frees its worker`() async throws {
        let recorder = Self.recorder()
        let engine = Engine(JobContext(recorder))
        // Drawing this page takes longer than anybody waits, and a worker may take ten minutes.
        let endless = Task { try await engine.render(.bytes(HostileDocument.poisoned(page: 1, of: 1))) }
        #expect(await Patience.sleep { recorder.callers.count == 2 })
        let next = Task { try await engine.thumbnail(.path(Support.map), size: 8).height }
        #expect(await Patience.sleep { recorder.pool.load.waiting == 1 })
        endless.cancel()
        #expect(try await next.value > 0)
        let error = await #expect(throws: LimnError.self) { try await endless.value }
        #expect(error?.code == .cancelled)
    }

    @Test func `Memory and descriptors stay as they are over many requests`() throws {
        let count = Support.count("LIMN_ENGINE_REQUESTS", else: 300)
        let (status, lines) = try Support.fixture(
            "requests", "\(count)", Support.program("limn-worker"), Project.samples.path)
        #expect(status == 0)
        let words = try #require(lines.last)
        try #require(words.count == 12)
        let numbers = words.compactMap { Int($0) }
        #expect(numbers[0] + numbers[1] == count && numbers[2] == 0, "\(words)")
        #expect(numbers[1] <= count / 50 && numbers[1] > 0)
        // Each request holds a few descriptors while it is under way, and then none.
        #expect(numbers[6] <= numbers[5] + 16, "\(words)")
        #if !SANITIZED
            #expect(numbers[4] - numbers[3] < 8 << 10, "KiB after a tenth and after all: \(words)")
        #endif
        printFigure(
            "requests of an engine, some of them cancelled", count,
            "\(numbers[3]) KiB after a tenth, \(numbers[4]) KiB after all")
    }

    @Test func `Exhausted descriptors cost each request one error, and the engine works when they are back`() throws {
        // libdispatch ends a process that has no descriptor left at the wrong moment; the fixture then exits with 75.
        var (status, lines) = (Int32(75), [[String]]())
        for _ in 0..<10 where status == 75 {
            (status, lines) = try Support.fixture(
                "exhausted", Support.program("limn-worker"), Project.samples.path)
        }
        #expect(status == 0)
        let words = try #require(lines.last)
        #expect(words.count == 13)
        #expect(words.allSatisfy { $0.hasSuffix("-answered") }, "\(words)")
        // With none left nothing is read; with twelve to spare it is.
        #expect(words.first == "failed-answered")
        #expect(words.last == "answered-answered")
    }
}

/// Things that several threads note.
private final class Notes<Entry: Sendable>: @unchecked Sendable {
    // Unchecked: everything is guarded by `lock`.
    private let lock = NSLock()
    private var all: [Entry] = []

    var entries: [Entry] { lock.withLock { all } }
    func add(_ entry: Entry) { lock.withLock { all.append(entry) } }
}
