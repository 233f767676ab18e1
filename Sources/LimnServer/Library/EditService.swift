// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Limn
internal import LimnWorker
internal import Tracing

/// Applies the edits of all clients in batches, one batch at a time.
///
/// The edits that arrive while a batch is synced form the next batch. So a single client never waits for others, and
/// many clients share the cost of a sync. Events about edits are sent in the order of the edits, soon after the answers.
final class EditService: Sendable {
    private struct Waiting: Sendable {
        let request: EditRequest
        let identity: Identity
        let answer: CheckedContinuation<Result<EditOutcome, LibraryError>, Never>
    }

    private struct State: Sendable {
        var waiting: [Waiting] = []
        var isRunning = false
        /// The pages whose snapshots are being rewritten.
        var compacting: Set<CharacterPage> = []
    }

    private let state = Monitor(State())
    private let library: Library
    private let events: EventHub
    private let audience = PageAudience()
    private let thread = BlockingThreads(count: 1)
    /// The thread that sends events, in the order of the edits.
    private let teller = BlockingThreads(count: 1)

    /// The maximum number of edits per batch. Other writers to the library must wait for the whole batch.
    private static let batchLimit = 256
    /// The maximum number of waiting edits.
    private static let queueLimit = 10_000
    /// How often an edit is prepared anew because somebody else has changed the page meanwhile.
    private static let attempts = 6

    init(_ library: Library, _ events: EventHub) {
        self.library = library
        self.events = events
    }

    /// Applies an edit. When the call returns, the edit has been synced to the disk.
    ///
    /// The edit is applied even if the client disconnects. An edit that takes long is prepared before its batch, in turns
    /// of people, so that the others' edits do not wait for it.
    ///
    /// - Throws: `LibraryError`, or ``Problem`` with status 503 if too many edits are waiting, or if the page changes
    ///   faster than the edit can be prepared.
    func perform(_ request: EditRequest, by identity: Identity) async throws -> EditOutcome {
        var ready = request
        for _ in 0..<Self.attempts {
            guard state.withLock({ $0.waiting.count < Self.queueLimit }) else { throw Self.busy }
            let result = await withSpan("save edits") { [ready] _ in await saved(ready, by: identity) }
            guard case .failure(let error) = result, error.code == .unprepared else { return try result.get() }
            ready = try await HeavyWork.shared.run(for: identity.key) { [library] in
                try library.prepare(request, before: .now + HeavyWork.budget)
            }
        }
        throw Self.busy
    }

    private static let busy = Problem(
        .serviceUnavailable, "busy", "Too many edits are waiting.", headers: [.retryAfter: "1"])

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
                let (results, due) = library.performPromptly(batch.map(\.request))
                tell(results, of: batch)
                for (waiting, result) in zip(batch, results) { waiting.answer.resume(returning: result) }
                compact(due)
            }
        }
    }

    /// Rewrites the snapshots of pages while others write.
    private func compact(_ pages: [CharacterPage]) {
        for page in pages where state.withLock({ $0.compacting.insert(page).inserted }) {
            Task { [self] in
                try? await HeavyWork.shared.run(for: "\(page.character)") { [library] in library.compactIfDue(page) }
                state.withLock { _ = $0.compacting.remove(page) }
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

    /// Sends the events of changes that were made past the batches.
    func tell(_ changes: [PageChange], of id: CharacterID, by identity: Identity) {
        let told = changes.map { (page: CharacterPage(id, page: $0.page), change: $0.change) }
        let areSecret = audience.areSecret(told, in: library)
        teller.start { [events] in
            for ((page, change), isSecret) in zip(told, areSecret) {
                events.tellPage(page, change, by: identity, isPrivate: isSecret)
            }
        }
    }

    /// Sends the events of a batch, in the order of the edits.
    private func tell(_ results: [Result<EditOutcome, LibraryError>], of batch: [Waiting]) {
        let told = zip(batch, results).flatMap { waiting, result -> [(waiting: Waiting, change: InkChange)] in
            guard case .success(let outcome) = result else { return [] }
            return outcome.changes.filter { !$0.edit.isEmpty }.map { (waiting, $0) }
        }
        let areSecret = audience.areSecret(told.map { ($0.waiting.request.page, $0.change) }, in: library)
        // Encoding takes long for large edits.
        teller.start { [self] in
            for ((waiting, change), isSecret) in zip(told, areSecret) {
                events.tellPage(waiting.request.page, change, by: waiting.identity, isPrivate: isSecret)
            }
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
        guard let now = try? library.inkState(of: page), now.revision == last.revision else { return true }
        return now.layers.hasSecrets
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
