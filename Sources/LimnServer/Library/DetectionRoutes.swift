// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnFiles
internal import LimnForms
internal import LimnGeometry

/// `/templates/{template}/detection`: finds where people write on a template, and makes a template with form fields of it.
struct DetectionRoutes: RouteGroup {
    let services: Services

    /// The largest description of fields, in bytes and in values: some 25,000 of them.
    private static let designLimit = 8 << 20
    private static let designValues = BoundedJSON.Limits(depth: 16, values: 1_000_000)

    var routes: [Route] {
        let one = "\(Self.base)/templates/{template}/detection"
        return [Route(.get, one, access: .owner, show), Route(.post, one, access: .owner, post)]
    }

    private struct Wish: Decodable {
        let pages: String?
        let fields: [FieldDesign]?
        let name: String?
    }

    /// Shows the job that looked for fields last.
    @Sendable private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await context.visibleTemplate(services)
        let jobs = services.workshop.jobs
        guard let last = jobs.jobs(for: context.identity).first(where: { $0.request.template == "\(id)" }) else {
            throw Problem.notFound("Nobody has looked for fields on this template within the last day.")
        }
        return try await JobRoutes(services: services).answer(last, context)
    }

    /// Begins to look for fields or, where the body has fields, makes a template with them.
    @Sendable private func post(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await context.visibleTemplate(services)
        let body = Body(request, context)
        let bytes = try await body.bytes(limit: Self.designLimit)
        var wish: Wish?
        if !bytes.isEmpty {
            try body.requireType("application/json")
            wish = try await body.decoded(Wish.self, bytes, Self.designValues)
        }
        if let fields = wish?.fields { return try await accept(fields, named: wish?.name, of: id, request, context) }
        let job = JobRequest(
            verb: .detect, options: wish?.pages.map { ["pages": .text($0)] } ?? [:], template: "\(id)",
            seesSecrets: true)
        try JobPerformer.check(job)
        return try await JobRoutes(services: services).begin(job, request, context) { _ in }
    }

    private func accept(
        _ fields: [FieldDesign], named name: String?, of id: TemplateID, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        if let name { _ = try NameRule.name.checked(name) }
        let pages = try await services.withLibrary { try $0.pages(of: id) }
        try await services.threads.run {
            do throws(FormDesign.Fault) { try FormDesign(fields).check(besides: [], pages: pages.map(\.size)) } catch {
                throw Problem.refused(error.sentence, field: error.field.map { "fields[\($0)]" } ?? "fields")
            }
        }
        let designer = TemplateDesigner(id, access: request.documentAccess(services))
        let made = try await services.engine(for: context.identity).addFields(
            fields, designer, named: name, in: services.library)
        let place = "\(Self.base)/templates/\(made.template.id)"
        if made.wasThere { return try Answer.json(made, headers: [.location: place]) }
        try await services.events.tellTemplate(made.template.id, .created, services)
        return try Answer.json(made, status: .created, headers: [.location: place])
    }
}
