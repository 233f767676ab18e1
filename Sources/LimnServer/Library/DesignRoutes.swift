// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnFiles
internal import LimnGeometry

/// `/templates/{template}/design`: the form fields that people are designing for a template, until a form is made of them.
struct DesignRoutes: RouteGroup {
    let services: Services

    /// The largest body, in bytes and in values.
    private static let limit = 8 << 20
    private static let values = BoundedJSON.Limits(depth: 16, values: 1_000_000)

    var routes: [Route] {
        let one = "\(Self.base)/templates/{template}/design"
        return [
            Route(.get, one, access: .owner, show), Route(.post, one, access: .owner, begin),
            Route(.patch, one, access: .owner, change), Route(.delete, one, access: .owner, remove),
        ]
    }

    /// The fields of a draft, sorted by their keys, with what changed after a revision that the client knows.
    private struct View: Encodable {
        let draft: DesignDraft
        /// The revision that the client knows; nil if it knows none.
        let since: Int?

        private enum Key: CodingKey { case id, revision, fields, removed }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(draft.id, forKey: .id)
            try container.encode(draft.revision, forKey: .revision)
            let known = since ?? -1
            let fields = draft.fields.filter { $0.value.revision > known }.sorted { $0.key < $1.key }
            try container.encode(fields.map { $1.values.merging(["key": .integer($0)]) { $1 } }, forKey: .fields)
            // A client that knows no revision has no fields to remove.
            let removed = since == nil ? [:] : draft.removed.filter { $0.value > known }
            try container.encode(removed.keys.sorted(), forKey: .removed)
        }
    }

    /// The body of a change.
    private struct Wish: Decodable {
        let fields: [Int: [String: JSONValue]?]
        /// A text by which the sender knows its own changes in events; nil for none.
        let client: String?
    }

    @Sendable private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await context.visibleTemplate(services)
        let since = try context.query.integer("since", in: 0...Int.max)
        guard let draft = try await services.threads.run({ try services.workshop.designs.draft(of: id) }) else {
            throw Problem.noDesign
        }
        return try answer(draft, since: since)
    }

    /// Begins a draft. Where somebody has begun already, that draft is the answer.
    @Sendable private func begin(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await context.visibleTemplate(services)
        let wish = try await wish(request, context)
        let fields = wish.fields.compactMapValues { $0 }
        let begun = try await services.threads.run { try services.workshop.designs.begin(id, with: fields) }
        if !begun.wasThere { tell(id, begun.draft.revision, wish.client, context) }
        return try answer(begun.draft, since: nil, status: begun.wasThere ? .ok : .created)
    }

    @Sendable private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await context.visibleTemplate(services)
        let since = try context.query.integer("since", in: 0...Int.max)
        let draftID = try context.query.one("draft")
        let wish = try await wish(request, context)
        let draft = try await services.threads.run {
            try services.workshop.designs.change(id, draftID, wish.fields)
        }
        tell(id, draft.revision, wish.client, context)
        return try answer(draft, since: since)
    }

    @Sendable private func remove(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await context.visibleTemplate(services)
        let revision = try context.query.integer("revision", in: 0...Int.max)
        try await services.threads.run { try services.workshop.designs.remove(id, knowing: revision) }
        tell(id, nil, try context.query.one("client"), context)
        return Answer.empty()
    }

    private func answer(_ draft: DesignDraft, since: Int?, status: HTTPResponse.Status = .ok) throws -> Response {
        try Answer.json(View(draft: draft, since: since), status: status, headers: [.cacheControl: "no-store"])
    }

    private func wish(_ request: Request, _ context: ServerContext) async throws -> Wish {
        let body = Body(request, context)
        try body.requireType("application/json")
        let wish = try await body.decoded(Wish.self, try await body.bytes(limit: Self.limit), Self.values)
        guard (wish.client?.utf8.count ?? 0) <= 100 else {
            throw Problem.refused("The name of the client is too long.", field: "client")
        }
        return wish
    }

    private struct DesignEvent: Encodable {
        let template: String
        /// The revision of the draft; nil if the draft is gone.
        let revision: Int?
        let by: String
        let client: String?
    }

    private func tell(_ id: TemplateID, _ revision: Int?, _ client: String?, _ context: ServerContext) {
        let event = DesignEvent(template: "\(id)", revision: revision, by: context.identity.name, client: client)
        services.events.send("design", event, to: .owner)
    }
}
