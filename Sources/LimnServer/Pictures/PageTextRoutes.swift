// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnFiles

/// `/templates/{id}/pages/{n}/text` and `/characters/{id}/pages/{n}/text`: what is written on a page, with its places.
struct PageTextRoutes: RouteGroup {
    let services: Services

    var routes: [Route] {
        [
            Route(.get, "\(Self.base)/templates/{template}/pages/{page}/text", ofTemplate),
            Route(.get, "\(Self.base)/characters/{character}/pages/{page}/text", ofCharacter),
        ]
    }

    @Sendable private func ofTemplate(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let id = TemplateID(try context.segment("template")) else { throw Problem.noTemplate }
        try await context.identity.requireSeeing(id, services)
        return try await text("\(id)", request, context)
    }

    @Sendable private func ofCharacter(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await text("\(try context.visibleCharacter())", request, context)
    }

    private func text(_ owner: String, _ request: Request, _ context: ServerContext) async throws -> Response {
        let recipient = try Recipient(context)
        let subject = try await PictureSubject.find(
            "\(owner):\(try context.segment("page"))", for: recipient.audience, context.identity, services)
        try await services.workshop.secretTemplates.refuse(
            subject.template, to: context.identity, access: request.documentAccess(services), services)
        let tag = EntityTag("\(subject.version)-text", for: recipient)
        let headers: HTTPFields = [
            .eTag: tag.text, .vary: "Cookie, Authorization",
            .cacheControl: subject.template.needsPassword ? "private, no-store" : "private, no-cache",
        ]
        guard !tag.isKnown(to: request) else { return Answer.empty(.notModified, headers: headers) }
        let bytes = try await WrittenPages(services: services).bytes(
            of: subject, for: context.identity, password: request.headers[.pdfPassword])
        return try Answer.sending(
            bytes, type: "application/json", headers: headers, content: "text \(subject.identifier) \(tag.text)",
            for: context.identity.key)
    }
}
