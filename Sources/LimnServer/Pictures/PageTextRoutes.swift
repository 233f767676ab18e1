// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnFiles

/// `/templates/{id}/pages/{n}/text` and `/characters/{id}/pages/{n}/text`: what is written on a page, with its places;
/// `/characters/{id}/text`: what is printed on several pages, the first ones unless `pages` names others.
struct PageTextRoutes: RouteGroup {
    let services: Services

    var routes: [Route] {
        [
            Route(.get, "\(Self.base)/templates/{template}/pages/{page}/text", ofTemplate),
            Route(.get, "\(Self.base)/characters/{character}/pages/{page}/text", ofCharacter),
            Route(.get, "\(Self.base)/characters/{character}/text", ofPages),
        ]
    }

    @Sendable private func ofTemplate(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await text("\(try await context.visibleTemplate(services))", request, context)
    }

    @Sendable private func ofCharacter(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await text("\(try context.visibleCharacter())", request, context)
    }

    /// The number of pages that one answer has.
    private static let pageLimit = 32

    @Sendable private func ofPages(_ request: Request, _ context: ServerContext) async throws -> Response {
        let character = try context.visibleCharacter()
        let listed = try context.query.one("pages")?.split(separator: ",").map { text throws(Problem) in
            guard let number = Int(text), number > 0 else {
                throw Problem.unreadable("“pages” takes numbers of pages, such as 1,2,7.", field: "pages")
            }
            return number
        }
        let numbers =
            if let listed { listed } else {
                try await services.withLibrary { library in
                    let pages = try library.pages(of: try library.character(character))?.numbers ?? []
                    return Array(pages.prefix(Self.pageLimit))
                }
            }
        guard (1...Self.pageLimit).contains(numbers.count) else {
            throw listed == nil
                ? Problem.noTemplate
                : Problem.unreadable("“pages” takes 1 to \(Self.pageLimit) pages.", field: "pages")
        }
        var subjects: [PictureSubject] = []
        for number in numbers {
            subjects.append(
                try await PictureSubject.find("\(character):\(number)", for: .everyone, context.identity, services)
                    .paper)
        }
        try await services.workshop.secretTemplates.refuse(
            subjects[0].template, to: context.identity, access: request.documentAccess(services), services)
        let bytes = try await WrittenPages(services: services).printed(
            on: subjects, for: context.identity, password: request.headers[.pdfPassword])
        return try Answer.sending(
            bytes, type: "application/json", headers: [.cacheControl: "private, no-store"],
            content: "text \(character) \(numbers)", for: context.identity.key)
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
