// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnFiles
internal import LimnSync

/// `/sync`: other libraries of the owner, and this one, come together. What they send contains everything, including the
/// layers for the game master.
struct SyncRoutes: RouteGroup {
    let services: Services

    private static let packetType = "application/gzip"
    private static let packetLimit = 64 << 20

    var routes: [Route] {
        let sync = "\(Self.base)/sync"
        return [
            Route(.get, sync, access: .owner, greet),
            Route(.post, "\(sync)/changes", access: .owner, read),
            Route(.post, "\(sync)/units", access: .owner, take),
            Route(.get, "\(sync)/templates/{hash}", access: .owner, template),
        ]
    }

    private struct Greeting: Encodable {
        var limnSync = 1
        var id: String
    }

    @Sendable private func greet(_ request: Request, _ context: ServerContext) async throws -> Response {
        try Answer.json(Greeting(id: try await services.withLibrary { try SyncHost($0).id() }))
    }

    /// Answers with what the library that asks lacks.
    @Sendable private func read(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = Body(request, context)
        try body.requireType("application/json")
        let wanted = try await body.decoded(
            SyncRequest.self, try await body.bytes(limit: InkMedia.editLimit), .file)
        let bytes = try await work(context) { library in try SyncHost(library).packet(for: wanted).encoded() }
        return try Answer.sending(
            bytes, type: Self.packetType, headers: [.cacheControl: "no-store"],
            content: "sync \(ContentHash(bytes))", for: context.identity.key)
    }

    /// Takes in what another library has sent.
    @Sendable private func take(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let sender = try context.query.one("from") else {
            throw Problem.unreadable("“from” is missing.", field: "from")
        }
        let body = Body(request, context)
        try body.requireType(Self.packetType)
        let bytes = try await body.bytes(limit: Self.packetLimit)
        let room = try services.workshop.quota.take(bytes.count)
        let (receipt, changes) = try await work(context) { library in
            try SyncHost(library).take(SyncPacket(decoding: bytes, named: "The body"), from: sender)
        }
        room.settle(bytes.count)
        for change in changes { tell(change, by: context.identity) }
        return try Answer.json(receipt)
    }

    /// Calls the library, in the turns of what takes long.
    private func work<Value: Sendable>(
        _ context: ServerContext, _ body: @escaping @Sendable (Library) throws -> Value
    ) async throws -> Value {
        do {
            return try await HeavyWork.shared.run(for: context.identity.key) { [library = services.library] in
                try body(library)
            }
        } catch let error as SyncError { throw Problem.unreadable(error.description) }
    }

    private func tell(_ change: SyncedCharacter, by identity: Identity) {
        services.edits.tell(change.ink, of: change.id, by: identity)
        if let form = change.form { services.events.tellForm(of: change.id, form, by: identity) }
        services.events.tellCharacter(
            change.id,
            change.isNew ? .created : change.isRemoved ? .removed : change.hasOtherPages ? .pages : .changed)
    }

    /// Answers with the PDF of a template, by the hash of its content.
    @Sendable private func template(_ request: Request, _ context: ServerContext) async throws -> Response {
        let hash = try context.segment("hash")
        let found = try await services.withLibrary { library in
            try library.template(withContentHash: hash).map { ($0, try library.content(of: $0.id)) }
        }
        guard let (template, input) = found else { throw Problem.noTemplate }
        return FileAnswer(
            input, name: "\(template.name).pdf", type: "application/pdf", tag: template.contentHash,
            threads: services.threads
        ).response(to: request)
    }
}
