// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn

/// The routes for the history of a page, as far back as its journal reaches: the edits, and the ink after each edit.
struct PageHistoryRoutes: RouteGroup {
    let services: Services

    var routes: [Route] {
        [Route(.get, "\(Self.base)/characters/{character}/pages/{page}/history", list)]
    }

    private struct List: Encodable {
        let edits: [Entry]
        /// The page's current revision.
        let revision: Int
        /// The cursor for the edits that follow; nil if there are none.
        let next: String?
    }

    private struct Entry: Encodable {
        let revision: Int
        let time: String?
        let kind: String?
        let added: Int
        let removed: Int
        let canReplay: Bool

        init(_ entry: PageHistory.Entry) {
            (revision, added, removed) = (entry.revision, entry.added, entry.removed)
            time = entry.time.map { Moment.text($0) }
            kind = entry.kind?.rawValue
            canReplay = entry.canReplay
        }
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let page = try context.visiblePage()
        let limit = try context.query.integer("limit", in: 1...ListWindow.highestLimit) ?? 100
        let after = try context.query.one("cursor").map { text throws(Problem) in
            guard let revision = Int(text), (0...(1 << 40)).contains(revision) else {
                throw Problem.unreadable("The cursor is not from this server.", field: "cursor")
            }
            return revision
        }
        let isOwner = context.identity.isOwner
        let history = try await services.withLibrary { library in
            if !isOwner { try Self.requireNoSecrets(try library.inkState(of: page).layers) }
            return try library.history(of: page, after: after, limit: limit)
        }
        return try Answer.json(
            List(
                edits: history.entries.map(Entry.init), revision: history.revision,
                next: history.hasMore ? history.entries.last.map { "\($0.revision)" } : nil),
            headers: [.cacheControl: "private, no-cache"])
    }

    /// Returns the ink of a page at a revision. The response has no entity tag, because tags identify the current ink.
    ///
    /// - Throws: ``Problem`` with status 404 if the journal does not contain the revision, or with status 403 if the
    ///   person may not see the history.
    func ink(
        of page: CharacterPage, at revision: Int, isBinary: Bool, _ context: ServerContext
    ) async throws -> Response {
        let isOwner = context.identity.isOwner
        let state = try await services.withLibrary { try $0.inkState(of: page) }
        if !isOwner { try Self.requireNoSecrets(state.layers) }
        let library = services.library
        let read: @Sendable () throws -> [UInt8] = {
            guard let drawing = try library.drawing(on: page, at: revision) else {
                throw Problem.notFound("The page's history does not have the revision \(revision).")
            }
            if !isOwner {
                try Self.requireNoSecrets(drawing.layers)
                try Self.requireNoSecrets(try library.inkState(of: page).layers)
            }
            return try InkMedia.encode(
                drawing, try library.snapshot(of: page, withForm: false).geometry?.size, isBinary: isBinary)
        }
        // Reading the past of a large page takes long, and must not take the threads of all others.
        let bytes =
            state.isLarge
            ? try await HeavyWork.reading.run(for: context.identity.key, read) : try await services.threads.run(read)
        var headers: HTTPFields = [.vary: "Accept, Cookie, Authorization", .cacheControl: "private, no-cache"]
        if isBinary { headers[.contentSecurityPolicy] = SecurityHeaders.sandbox }
        return try Answer.sending(
            bytes, type: isBinary ? InkMedia.binary : "application/json", headers: headers,
            content: "history \(context.requestID)", for: context.identity.key)
    }

    /// Refuses people who may not see all of a page's ink: an item of an earlier revision may have moved to a layer for
    /// the game master.
    ///
    /// - Throws: ``Problem`` with status 403.
    private static func requireNoSecrets(_ layers: [Drawing.Layer]) throws(Problem) {
        guard Drawing(layers: layers).privateLayers.isEmpty else {
            throw Problem.forbidden("Only the owner sees the history of a page with ink for the game master.")
        }
    }
}

extension InkMedia {
    /// Encodes ink in the native format or as JSON.
    static func encode(_ drawing: Drawing, _ size: Size?, isBinary: Bool) throws -> [UInt8] {
        let document = InkDocument(pages: [InkDocument.Page(size: size, drawing: drawing)])
        return isBinary ? try NativeInk.encode(document, precision: .lossless) : try InkJSON.encode(document)
    }
}
