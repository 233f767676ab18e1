// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn

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
        let (found, size) = try await services.withLibrary { library in
            (try library.drawing(on: page), try library.size(of: page))
        }
        let tag = "\(found?.revision ?? 0)"
        let hasSecrets = !(found?.drawing.privateLayers.isEmpty ?? true)
        // The tag is the revision, which is the same for everyone. So browsers store no ink that differs between people.
        let headers: HTTPFields = [
            .eTag: "\"\(tag)\"", .vary: "Accept, Cookie, Authorization",
            .cacheControl: hasSecrets ? "private, no-store" : "private, no-cache",
        ]
        let isWhole = isOwner || !hasSecrets
        if isWhole, let known = request.headers[.ifNoneMatch], EntityTags(known).contains(tag, isWeak: true) {
            return Answer.empty(.notModified, headers: headers)
        }
        let drawing = found?.drawing ?? Drawing()
        let shown = isOwner ? drawing : drawing.withoutPrivateItems
        return try await InkMedia.answer(shown, size, isBinary: isBinary, headers: headers, services)
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
        let bytes = try await body.bytes(limit: InkMedia.editLimit)
        let key = try EditKeys.key(text, of: context.identity, for: request, bytes)
        let changes = try await InkMedia.changes(
            bytes, request, expected, InsertedPDFs(services: services, identity: context.identity))
        return try await perform(EditRequest(changes, of: page, key: key), context)
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
        var edit = EditRequest(change(expected), of: page, key: key)
        if !context.identity.isOwner {
            edit.checkStep = { step, drawing throws(LibraryError) in
                try PrivateItems.check(step, of: drawing, isOwner: false)
            }
        }
        return try await perform(edit, context)
    }

    private func perform(_ request: EditRequest, _ context: ServerContext) async throws -> Response {
        let outcome = try await services.edits.perform(request, by: context.identity)
        guard outcome.isRepeated || !outcome.changes.isEmpty else {
            throw Problem(.conflict, "conflict", "There is nothing to undo or to redo.")
        }
        return try Answer.json(EditAnswer(outcome.page), headers: [.eTag: "\"\(outcome.page.revision)\""])
    }
}

/// The response to an edit.
struct EditAnswer: Encodable {
    let revision: Int
    let strokes: Int
    let items: Int
    let canUndo: Bool
    let canRedo: Bool

    init(_ page: EditOutcome.Page) {
        revision = page.revision
        strokes = page.strokeCount
        items = page.objectCount
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
            throw Problem.notFound("There is no such page; pages count from 1.")
        }
        return CharacterPage(character, page: page)
    }
}

extension HTTPField.Name {
    /// The field that identifies repetitions of a request.
    static let idempotencyKey = known("Idempotency-Key")
}
