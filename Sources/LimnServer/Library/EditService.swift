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
                tell(results, of: batch)
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

    /// Sends the events of a batch, in the order of the edits.
    private func tell(_ results: [Result<EditOutcome, LibraryError>], of batch: [Waiting]) {
        let told = zip(batch, results).flatMap { waiting, result -> [(waiting: Waiting, change: InkChange)] in
            guard case .success(let outcome) = result else { return [] }
            return outcome.changes.filter { !$0.edit.isEmpty }.map { (waiting, $0) }
        }
        let areSecret = audience.areSecret(told.map { ($0.waiting.request.page, $0.change) }, in: library)
        for ((waiting, change), isSecret) in zip(told, areSecret) {
            events.tellPage(waiting.request.page, change, by: waiting.identity, isPrivate: isSecret)
        }
    }
}

/// Determines which edits only the owner may see: the edits of a page that has a layer for the game master before or
/// after the edit.
///
/// The library has only the ink after all edits of a batch, so the layers between them are derived from the edits.
private final class PageAudience: Sendable {
    private struct Known: Sendable {
        var revision: Int
        var hasSecrets: Bool
    }

    /// The pages with their state after the last edit through this server.
    private let pages = Monitor<[CharacterPage: Known]>([:])
    private static let limit = 10_000

    /// Returns, for each change, whether only the owner may see it.
    ///
    /// - Parameter changes: all changes of a batch, in order.
    func areSecret(_ changes: [(page: CharacterPage, change: InkChange)], in library: Library) -> [Bool] {
        var states: [CharacterPage: Bool] = [:]
        for (index, (page, _)) in changes.enumerated() where states[page] == nil {
            states[page] = hadSecrets(
                page, before: changes[index...].filter { $0.page == page }.map { $0.change }, library)
        }
        return changes.map { page, change in
            let before = states[page] ?? true
            let after = change.edit.layers.map { $0.after.hasSecrets } ?? before
            states[page] = after
            keep(Known(revision: change.revision, hasSecrets: after), of: page)
            return before || after
        }
    }

    /// Returns whether a page had a layer for the game master before its changes in a batch.
    private func hadSecrets(_ page: CharacterPage, before changes: [InkChange], _ library: Library) -> Bool {
        guard let first = changes.first, let last = changes.last else { return true }
        if let known = pages.withLock({ $0[page] }), known.revision == first.revision - 1 { return known.hasSecrets }
        if let layers = changes.lazy.compactMap(\.edit.layers).first { return layers.before.hasSecrets }
        // The changes leave the layers as they were. If the ink cannot be read, or another program has changed it
        // since, only the owner may see the edits.
        guard let now = try? library.drawing(on: page), now.revision == last.revision else { return true }
        return now.drawing.layers.hasSecrets
    }

    private func keep(_ known: Known, of page: CharacterPage) {
        pages.withLock { pages in
            if pages.count >= Self.limit { pages = [:] }
            pages[page] = known
        }
    }
}

extension [Drawing.Layer] {
    /// Whether a layer is for the game master.
    fileprivate var hasSecrets: Bool { contains { $0.audience == .gameMaster } }
}
