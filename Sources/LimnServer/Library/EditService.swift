// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Limn
internal import LimnWorker
internal import Tracing

/// Applies the edits of all clients in batches, one batch at a time.
///
/// The edits that arrive while a batch is synced form the next batch. So a single client never waits for others, and
/// many clients share the cost of a sync. Events about edits are sent in the order of the edits.
final class EditService: Sendable {
    private struct Waiting: Sendable {
        let request: EditRequest
        let identity: Identity
        let answer: CheckedContinuation<Result<EditOutcome, LibraryError>, Never>
    }

    private struct State: Sendable {
        var waiting: [Waiting] = []
        var isRunning = false
    }

    private let state = Monitor(State())
    private let library: Library
    private let events: EventHub
    private let audience = PageAudience()
    private let thread = BlockingThreads(count: 1)

    /// The maximum number of edits per batch. Other writers to the library must wait for the whole batch.
    private static let batchLimit = 256
    /// The maximum number of waiting edits.
    private static let queueLimit = 10_000

    init(_ library: Library, _ events: EventHub) {
        self.library = library
        self.events = events
    }

    /// Applies an edit. When the call returns, the edit has been synced to the disk and its event has been sent.
    ///
    /// The edit is applied even if the client disconnects.
    ///
    /// - Throws: `LibraryError`, or ``Problem`` with status 503 if too many edits are waiting.
    func perform(_ request: EditRequest, by identity: Identity) async throws -> EditOutcome {
        let isFull = state.withLock { $0.waiting.count >= Self.queueLimit }
        guard !isFull else {
            throw Problem(.serviceUnavailable, "busy", "Too many edits wait.", headers: [.retryAfter: "1"])
        }
        let result = await withSpan("save edits") { _ in await saved(request, by: identity) }
        return try result.get()
    }

    private func saved(_ request: EditRequest, by identity: Identity) async -> Result<EditOutcome, LibraryError> {
        await withCheckedContinuation { continuation in
            let starts = state.withLock { state in
                state.waiting.append(Waiting(request: request, identity: identity, answer: continuation))
                defer { state.isRunning = true }
                return !state.isRunning
            }
            if starts { run() }
        }
    }

    /// Applies batches on the writer thread until no edits are waiting.
    private func run() {
        thread.start { [self] in
            while let batch = next() {
                let results = library.perform(batch.map(\.request))
                for (waiting, result) in zip(batch, results) {
                    if case .success(let outcome) = result { tell(outcome, of: waiting) }
                }
                for (waiting, result) in zip(batch, results) { waiting.answer.resume(returning: result) }
            }
        }
    }

    private func next() -> [Waiting]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            defer { state.waiting.removeFirst(min(Self.batchLimit, state.waiting.count)) }
            return Array(state.waiting.prefix(Self.batchLimit))
        }
    }

    private func tell(_ outcome: EditOutcome, of waiting: Waiting) {
        let page = waiting.request.page
        for change in outcome.changes where !change.edit.isEmpty {
            let isPrivate = audience.isPrivate(after: change, of: page, in: library)
            events.tellPage(page, change, by: waiting.identity, isPrivate: isPrivate)
        }
    }
}

/// A cache of the pages that have layers for the game master, according to the edits through this server.
private final class PageAudience: Sendable {
    private struct Known: Sendable {
        var revision: Int
        var isPrivate: Bool
    }

    private let pages = Monitor<[CharacterPage: Known]>([:])
    private static let limit = 10_000

    /// Returns whether a page has a layer for the game master, or had one before a change.
    func isPrivate(after change: InkChange, of page: CharacterPage, in library: Library) -> Bool {
        let known = pages.withLock { $0[page] }
        var (was, isNow): (Bool, Bool)
        if let layers = change.edit.layers {
            (was, isNow) = (Self.isPrivate(layers.before), Self.isPrivate(layers.after))
        } else if let known, known.revision == change.revision - 1 {
            (was, isNow) = (known.isPrivate, known.isPrivate)
        } else {
            // If the ink cannot be read, only the owner may see the edit.
            let drawing = try? library.drawing(on: page)?.drawing
            isNow = drawing.map { Self.isPrivate($0.layers) } ?? true
            was = isNow
        }
        pages.withLock { pages in
            if pages.count >= Self.limit { pages = [:] }
            pages[page] = Known(revision: change.revision, isPrivate: isNow)
        }
        return was || isNow
    }

    private static func isPrivate(_ layers: [Drawing.Layer]) -> Bool { layers.contains { $0.audience == .gameMaster } }
}
