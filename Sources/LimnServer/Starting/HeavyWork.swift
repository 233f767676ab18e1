// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnWorker

/// Runs what takes long and no worker does: decoding large bodies, and making edits of pages with much ink.
///
/// It leaves a processor to those whose requests are small: its threads are few and of low priority. People take turns.
struct HeavyWork: Sendable {
    /// The heavy work of this process.
    static let shared = HeavyWork()
    /// The reading of ink for pictures of pages with much ink, and of the past of such pages. A viewer asks for many
    /// pictures at once.
    static let reading = HeavyWork(limit: 256)

    /// The longest time for one piece of work that checks its time.
    static let budget = Duration.seconds(10)
    /// The largest body, in bytes, that is decoded at once.
    static let lightBytes = 64 << 10

    private let turns: Turns
    private let threads: BlockingThreads

    /// - Parameters:
    ///   - width: the number of threads; by default half of the processors.
    ///   - limit: the maximum number of waiting pieces of work per person.
    init(width: Int = max(1, WorkerPool.Configuration.processors / 2), limit: Int = 32) {
        turns = Turns(width: width, limit: limit)
        threads = BlockingThreads(count: width, isBackground: true)
    }

    /// Waits for the person's turn and runs work.
    ///
    /// - Throws: ``Problem`` with status 429 if too much of the person's waits; errors of `body`.
    func run<R: Sendable>(for person: String, _ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await turns.run(for: person) { try await threads.run(body) }
    }

    /// Runs work at once if its input is small, or else as ``run(for:_:)`` does.
    ///
    /// - Parameter bytes: the size of the input.
    // Inlined into a route, it crashes the optimizer of Swift 6.3 (“splitting coroutine”).
    @inline(never)
    func run<R: Sendable>(
        on bytes: Int, for person: String, _ body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        bytes <= Self.lightBytes ? try body() : try await run(for: person, body)
    }
}
