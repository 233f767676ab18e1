// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnGeometry
internal import LimnWorker

/// The routes for reading and editing the ink of a page, including undo and redo.
struct InkRoutes: RouteGroup {
    let services: Services

    var routes: [Route] {
        let page = "\(Self.base)/characters/{character}/pages/{page}"
        return [
            Route(.get, "\(page)/ink", read),
            Route(.post, "\(page)/edits", edit),
            Route(.post, "\(page)/undo", undo),
            Route(.post, "\(page)/redo", redo),
        ]
    }

    // MARK: Reading

    @Sendable private func read(_ request: Request, _ context: ServerContext) async throws -> Response {
        let page = try context.visiblePage()
        let isBinary = try InkMedia.wantsBinary(request)
        let isOwner = context.identity.isOwner
        if let revision = try context.query.integer("revision", in: 0...(1 << 40)) {
            return try await PageHistoryRoutes(services: services).ink(
                of: page, at: revision, isBinary: isBinary, context)
        }
        let state = try await services.withLibrary { try $0.inkState(of: page) }
        let hasSecrets = state.layers.contains { $0.audience == .gameMaster }
        let isWhole = isOwner || !hasSecrets
        if isWhole, let known = request.headers[.ifNoneMatch],
            EntityTags(known).contains(Self.tag(state.revision, state.turn), isWeak: true)
        {
            return Answer.empty(.notModified, headers: Self.fields(state.revision, state.turn, hasSecrets))
        }
        // The owner and players never share a copy: the layers may change before the ink is read.
        let key = InkCopies.Key(page: page, state: state, isForOwner: isOwner, isBinary: isBinary)
        let person = context.identity.key
        let copy = try await services.inkCopies.copy(key) { [services] in
            let read: @Sendable () throws -> InkCopies.Copy = {
                let found = try services.library.snapshot(of: page, withForm: false)
                let drawing = found.drawing?.drawing ?? Drawing()
                let shown = isOwner ? drawing : drawing.withoutPrivateItems
                return .init(
                    try InkMedia.encode(shown, found.geometry?.size, isBinary: isBinary),
                    revision: found.drawing?.revision ?? 0, turn: found.turn,
                    hasSecrets: !drawing.privateLayers.isEmpty)
            }
            return state.isLarge
                ? try await HeavyWork.shared.run(for: person, read) : try await services.threads.run(read)
        }
        var headers = Self.fields(copy.revision, copy.turn, copy.hasSecrets)
        if isBinary { headers[.contentSecurityPolicy] = SecurityHeaders.sandbox }
        return try Answer.sending(
            copy.bytes, type: isBinary ? InkMedia.binary : "application/json", headers: headers,
            content: "ink \(page.character) \(page.page) \(Self.tag(copy.revision, copy.turn)) \(isOwner) \(isBinary)",
            for: person,
            keeping: copy)
    }

    /// The tag is the revision with the turn of the page, which are the same for everyone. So browsers store no ink that
    /// differs between people.
    private static func fields(
        _ revision: Int, _ turn: PageGeometry.Rotation, _ hasSecrets: Bool
    ) -> HTTPFields {
        [
            .eTag: "\"\(tag(revision, turn))\"", .vary: "Accept, Cookie, Authorization",
            .cacheControl: hasSecrets ? "private, no-store" : "private, no-cache",
        ]
    }

    /// A turn changes the size of a page even if it has no ink and keeps its revision.
    private static func tag(_ revision: Int, _ turn: PageGeometry.Rotation) -> String {
        turn == .none ? "\(revision)" : "\(revision)-\(turn.rawValue)"
    }

    // MARK: Editing

    @Sendable private func edit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let page = try context.visiblePage()
        try context.identity.requireChanging(page.character)
        let body = Body(request, context)
        try body.requireType("application/json", InkMedia.binary)
        guard let text = request.headers[.idempotencyKey], !text.isEmpty else {
            throw Problem(
                .badRequest, "missing-key", "An edit needs an Idempotency-Key.",
                members: ["field": .text("Idempotency-Key")])
        }
        let expected = try request.expectedRevision()?.revision
        let turn = try context.query.one("turn").map { text throws(Problem) in
            guard let turn = Int(text).flatMap(PageGeometry.Rotation.init(rawValue:)) else {
                throw Problem.unreadable("“turn” must be 0, 90, 180 or 270.", field: "turn")
            }
            return turn
        }
        let bytes = try await body.bytes(limit: InkMedia.editLimit)
        let identity = context.identity
        let (key, given) = try await HeavyWork.shared.run(on: bytes.count, for: identity.key) {
            (try EditKeys.key(text, of: identity, for: request, bytes), try InkMedia.given(bytes, request, expected))
        }
        let room = try services.workshop.quota.take(bytes.count)
        let merger = EditMerger(page, identity, services.library)
        let changes = try await InkMedia.changes(
            given, expected, InsertedPDFs(services: services, identity: identity), merger)
        var wanted = EditRequest(changes, of: page, key: key)
        wanted.author = try identity.author(for: context.query)
        wanted.turn = turn
        let answer: Response
        do { answer = try await perform(wanted, context) } catch  where merger.needsHistory {
            answer = try await performMerging(wanted, merger, context)
        }
        room.settle(bytes.count)
        return answer
    }

    /// Performs edits that need the page's journal, which must be of the page as it is then.
    private func performMerging(
        _ request: EditRequest, _ merger: EditMerger, _ context: ServerContext
    ) async throws -> Response {
        for _ in 0..<EditMerger.attempts {
            var wanted = request
            wanted.changes = try await HeavyWork.shared.run(for: context.identity.key) {
                try merger.withHistory(request.changes)
            }
            do { return try await perform(wanted, context) } catch let error as LibraryError {
                guard error.code == .stale else { throw error }
            }
        }
        throw Problem(
            .serviceUnavailable, "busy", "The page changes too quickly.", headers: [.retryAfter: "1"])
    }

    @Sendable private func undo(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await step(request, context) { .undo(expecting: $0) }
    }

    @Sendable private func redo(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await step(request, context) { .redo(expecting: $0) }
    }

    private func step(
        _ request: Request, _ context: ServerContext, _ change: (Int?) -> EditRequest.Change
    ) async throws -> Response {
        let page = try context.visiblePage()
        try context.identity.requireChanging(page.character)
        let expected = try request.expectedRevision()?.revision
        let bytes = try await Body(request, context).bytes(limit: 65_536)
        let key = try request.headers[.idempotencyKey].map { text throws(Problem) in
            try EditKeys.key(text, of: context.identity, for: request, bytes)
        }
        return try await perform(EditRequest(change(expected), of: page, key: key), context)
    }

    private func perform(_ request: EditRequest, _ context: ServerContext) async throws -> Response {
        let (page, identity) = (request.page, context.identity)
        var request = request
        // Whether the page has items that the person may not see.
        let isMixed = Monitor(false)
        if !identity.isOwner {
            request.check = { edit, layers throws(LibraryError) in
                try PrivateItems.check(edit, of: layers)
                isMixed.withLock { $0 = !Drawing(layers: layers).privateLayers.isEmpty }
            }
        }
        let outcome = try await services.edits.perform(request, by: identity)
        guard outcome.isRepeated || !outcome.changes.isEmpty else {
            throw Problem(.conflict, "conflict", "There is nothing to undo or to redo.")
        }
        // A repeated edit is not checked again.
        let hidesKinds =
            outcome.isRepeated
            ? try await services.withLibrary { try $0.hasSecrets(page, for: identity) } : isMixed.withLock { $0 }
        return try Answer.json(
            EditAnswer(outcome.page, hidesKinds: hidesKinds), headers: [.eTag: "\"\(outcome.page.revision)\""])
    }
}

/// The response to an edit.
struct EditAnswer: Encodable {
    let revision: Int
    let strokes: Int
    let items: Int
    let canUndo: Bool
    let canRedo: Bool

    /// - Parameter hidesKinds: whether the page has items that the person may not see. All items then count as strokes.
    init(_ page: EditOutcome.Page, hidesKinds: Bool) {
        revision = page.revision
        strokes = hidesKinds ? page.strokeCount + page.objectCount : page.strokeCount
        items = hidesKinds ? 0 : page.objectCount
        canUndo = page.canUndo
        canRedo = page.canRedo
    }
}

extension ServerContext {
    /// Returns the page in the path.
    ///
    /// - Throws: ``Problem`` with status 404 if the person may not see the character, or if the page number is not in
    ///   1…1,000,000.
    func visiblePage() throws(Problem) -> CharacterPage {
        let character = try visibleCharacter()
        guard let page = Int(try segment("page")), (1...1_000_000).contains(page) else {
            throw Problem.notFound("There is no such page; pages are numbered from 1.")
        }
        return CharacterPage(character, page: page)
    }
}

extension HTTPField.Name {
    /// The field that identifies repetitions of a request.
    static let idempotencyKey = known("Idempotency-Key")
}
