// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn

/// The ink of a page: to be read, edited, undone and redone.
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
        let (found, size) = try await services.withLibrary { library in
            let found = try library.drawing(on: page)
            let template = try library.character(page.character).template
            let sizes = try template.map { try library.pages(of: $0).map(\.size) } ?? []
            return (found, sizes.indices.contains(page.page - 1) ? sizes[page.page - 1] : nil)
        }
        let tag = "\(found?.revision ?? 0)"
        var headers: HTTPFields = [
            .eTag: "\"\(tag)\"", .vary: "Accept", .cacheControl: "private, no-cache",
        ]
        if let known = request.headers[.ifNoneMatch], EntityTags(known).contains(tag, isWeak: true) {
            return Answer.empty(.notModified, headers: headers)
        }
        let drawing = found?.drawing ?? Drawing()
        let shown = isOwner ? drawing : drawing.withoutPrivateItems
        let document = InkDocument(pages: [InkDocument.Page(size: size, drawing: shown)])
        let bytes = try await services.threads.run {
            isBinary ? try NativeInk.encode(document, precision: .lossless) : try InkJSON.encode(document)
        }
        if isBinary { headers[.contentSecurityPolicy] = SecurityHeaders.sandbox }
        return Answer.bytes(bytes, type: isBinary ? InkMedia.binary : "application/json", headers: headers)
    }

    // MARK: Editing

    @Sendable private func edit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let page = try context.visiblePage()
        try context.identity.requireChanging(page.character)
        let body = Body(request, context)
        try body.requireType("application/json", InkMedia.binary)
        let expected = try Self.expectedRevision(request)
        guard let text = request.headers[.idempotencyKey], !text.isEmpty else {
            throw Problem(
                .badRequest, "missing-key", "An edit needs an Idempotency-Key.",
                members: ["field": .text("Idempotency-Key")])
        }
        let bytes = try await body.bytes(limit: InkMedia.editLimit)
        let key = try EditKeys.key(text, of: context.identity, for: request, bytes)
        let changes = try InkMedia.changes(bytes, request, expected, isOwner: context.identity.isOwner)
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
        let expected = try Self.expectedRevision(request)
        let bytes = try await Body(request, context).bytes(limit: 65_536)
        let key = try request.headers[.idempotencyKey].map { text throws(Problem) in
            try EditKeys.key(text, of: context.identity, for: request, bytes)
        }
        return try await perform(EditRequest(change(expected), of: page, key: key), context)
    }

    private func perform(_ request: EditRequest, _ context: ServerContext) async throws -> Response {
        let outcome = try await services.edits.perform(request, by: context.identity)
        guard outcome.isRepeated || !outcome.changes.isEmpty else {
            throw Problem(.conflict, "conflict", "There is nothing to undo or to redo.")
        }
        return try Answer.json(EditAnswer(outcome.page), headers: [.eTag: "\"\(outcome.page.revision)\""])
    }

    /// The revision that a change is for; nil where the client names none, or any.
    ///
    /// - Throws: ``Problem`` with 412 for what is no revision.
    private static func expectedRevision(_ request: Request) throws(Problem) -> Int? {
        guard let field = request.headers[.ifMatch] else { return nil }
        let tags = EntityTags(field)
        if tags.isAny { return nil }
        // Only one of several can be the current one, and which one that is shows inside the transaction alone.
        guard tags.all.count == 1, let text = tags.all.first, let revision = Int(text), revision >= 0 else {
            throw Problem(.preconditionFailed, "stale-revision", "If-Match does not name one revision.")
        }
        return revision
    }
}

/// The answer to an edit.
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
    /// The page that the path names.
    ///
    /// - Throws: ``Problem`` with 404.
    func visiblePage() throws(Problem) -> CharacterPage {
        let character = try visibleCharacter()
        guard let page = Int(try segment("page")), (1...1_000_000).contains(page) else {
            throw Problem.notFound("There is no such page; pages count from 1.")
        }
        return CharacterPage(character, page: page)
    }
}

extension HTTPField.Name {
    /// What a request is known by when it comes again.
    static let idempotencyKey = known("Idempotency-Key")
}
