// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnFiles

/// `/templates`: the PDFs on which characters are based.
struct TemplateRoutes: RouteGroup {
    let services: Services

    var routes: [Route] {
        let one = "\(Self.base)/templates/{template}"
        return [
            Route(.get, "\(Self.base)/templates", list),
            Route(.post, "\(Self.base)/templates", access: .owner, add),
            Route(.get, one, show),
            Route(.patch, one, change),
            Route(.delete, one, remove),
            Route(.get, "\(one)/file", file),
            Route(.get, "\(one)/outline", outline),
            Route(.get, "\(one)/pages", pages),
            Route(.get, "\(one)/form", form),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let words = try context.query.one("q")
        let window = try ListWindow(context.query)
        let identity = context.identity
        let found = try await services.withLibrary { library in
            let visible = try identity.visibleTemplates(in: library)
            return try library.templates().filter { template in
                visible?.contains(template.id) ?? true
                    && words.map { template.name.containsWords($0) } ?? true
            }
        }
        return try Answer.json(window.page(of: found, id: { "\($0.id)" }, as: { TemplateSummary($0) }))
    }

    @Sendable private func add(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = Body(request, context)
        try body.requireType("application/pdf")
        let name = try context.query.one("name") ?? "Untitled"
        _ = try NameRule.name.checked(name)
        let upload = try await services.uploads.receive(body)
        let known = try await services.withLibrary { library in
            let hash = try ContentHash(of: try upload.input())
            return try library.template(withContentHash: hash.description)
        }
        if let known { return try Answer.json(TemplateSummary(known)) }
        var access = Access(password: request.headers[.pdfPassword])
        access.inputLimit = services.options.maximumUpload
        let stored = try await services.engine(for: context.identity).storeTemplate(
            .descriptor(upload.descriptor), named: name, into: services.library, access: access)
        upload.keep()
        let id = stored.template.id
        try await services.events.tellTemplate(id, .created, services)
        return try Answer.json(stored, status: .created, headers: [.location: "\(Self.base)/templates/\(id)"])
    }

    @Sendable private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await context.visibleTemplate(services)
        let details = try await services.withLibrary { try TemplateDetails(of: id, in: $0) }
        return try Answer.json(details)
    }

    private struct Changes: Decodable {
        let name: String
    }

    @Sendable private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await context.visibleTemplate(services)
        try context.identity.requireOwner()
        let name = try await Body(request, context).json(Changes.self).name
        let template = try await services.withLibrary { try $0.renameTemplate(id, to: name) }
        try await services.events.tellTemplate(id, .changed, services)
        return try Answer.json(TemplateSummary(template))
    }

    private struct Removed: Encodable {
        let id: String
        let characters: Int
        let keptCharacters: Bool
    }

    @Sendable private func remove(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await context.visibleTemplate(services)
        try context.identity.requireOwner()
        let keeps = try context.query.flag("keepCharacters") ?? false
        let listeners = try await services.events.listeners(of: id, services)
        let count = try await services.withLibrary { try $0.removeTemplate(id, keepingCharacters: keeps) }
        services.events.tellTemplate(id, .removed, to: listeners)
        return try Answer.json(Removed(id: "\(id)", characters: count, keptCharacters: keeps))
    }

    @Sendable private func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await context.visibleTemplate(services)
        let (template, input) = try await services.withLibrary { (try $0.template(id), try $0.content(of: id)) }
        try await services.workshop.secretTemplates.refuse(
            template, to: context.identity, access: request.documentAccess(services), services)
        return FileAnswer(
            input, name: "\(template.name).pdf", type: "application/pdf", tag: template.contentHash,
            threads: services.threads
        ).response(to: request)
    }

    @Sendable private func outline(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await context.visibleTemplate(services)
        let entries = try await services.withLibrary { try $0.outline(of: id) }
        return try Answer.json(["items": entries])
    }

    private struct PageSize: Encodable {
        let page: Int
        let width: Double
        let height: Double
    }

    @Sendable private func pages(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await context.visibleTemplate(services)
        let pages = try await services.withLibrary { try $0.pages(of: id) }
        return try Answer.json([
            "items": pages.enumerated().map {
                PageSize(page: $0 + 1, width: $1.size.width, height: $1.size.height)
            }
        ])
    }

    @Sendable private func form(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await context.visibleTemplate(services)
        let input = try await services.withLibrary { try $0.content(of: id) }
        guard let descriptor = input.descriptor else { throw Problem.noTemplate }
        let access = Access(password: request.headers[.pdfPassword])
        let read = try await services.engine(for: context.identity).form(in: .descriptor(descriptor), access: access)
        // The file stays open until the worker has read it.
        return try withExtendedLifetime(input) { try Answer.json(FormSummary(read)) }
    }
}

/// A form as JSON, with the positions of its fields and without the name of its file.
private struct FormSummary: Encodable {
    let read: ReadForm

    init(_ read: ReadForm) {
        var named = read
        named.input = "template"
        self.read = named
    }

    private enum Key: CodingKey { case places }

    func encode(to encoder: any Encoder) throws {
        try read.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(FormPlaces(of: read.form), forKey: .places)
    }
}

extension HTTPField.Name {
    /// The password of an encrypted PDF.
    static let pdfPassword = known("X-PDF-Password")
}
