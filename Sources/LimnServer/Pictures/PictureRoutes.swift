// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import Limn

/// The routes for pictures of pages: the IIIF Image API 3.0, level 2.
struct PictureRoutes: RouteGroup {
    let services: Services

    /// The base path of a picture.
    private static let root = "/iiif/{identifier}"

    var routes: [Route] {
        let paths: [(path: String, handler: Route.Handler)] = [
            (Self.root, redirect), ("\(Self.root)/info.json", information),
            ("\(Self.root)/{region}/{size}/{rotation}/{file}", picture),
            ("\(Self.root)/manifest.json", ManifestRoutes(services: services).manifest),
            ("\(Self.root)/search", ContentSearchRoutes(services: services).search),
        ]
        return paths.flatMap { path, handler in
            [
                Route(.get, path, SharedReading.handler(handler)),
                Route(.options, path, access: .anyone, SharedReading.preflight),
            ]
        }
    }

    /// Redirects the base address to the description.
    @Sendable private func redirect(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.segment("identifier")
        guard id.contains(":") else {
            _ = try await services.withLibrary { try PictureOwner.find(id, for: context.identity, in: $0) }
            return leading(to: "\(try IIIFAddress(request, services).owner(id))/manifest.json")
        }
        let subject = try await subject(context, for: .everyone)
        return leading(to: "\(try IIIFAddress(request, services).image(subject.identifier))/info.json")
    }

    private func leading(to address: String) -> Response {
        var fields = SharedReading.headers
        fields[.location] = address
        return Answer.empty(.seeOther, headers: fields)
    }

    @Sendable private func information(_ request: Request, _ context: ServerContext) async throws -> Response {
        let subject = try await subject(context, for: .everyone)
        let address = try IIIFAddress(request, services).image(subject.identifier)
        return try IIIFAddress.answer(
            ImageInformation(of: subject.image, at: address), context: ImageInformation.context, to: request,
            for: Recipient(context))
    }

    @Sendable private func picture(_ request: Request, _ context: ServerContext) async throws -> Response {
        let wanted = try ImageRequest(
            region: context.segment("region"), size: context.segment("size"), rotation: context.segment("rotation"),
            file: context.segment("file"))
        let version = try context.query.one("v")
        let isInked = try context.query.flag("ink") ?? true
        let recipient = try Recipient(context)
        let found = try await subject(context, for: recipient.audience)
        try await services.workshop.secretTemplates.refuse(
            found.template, to: context.identity, access: request.documentAccess(services), services)
        let subject = isInked ? found : found.paper
        let view = try wanted.view(of: subject.image)
        let tag = EntityTag("\(subject.version)-\(DrawnPicture.key(view, wanted.format))", for: recipient)
        var fields = SharedReading.headers
        fields[.eTag] = tag.text
        let isLasting = version.map { subject.isCurrent($0) } ?? false && !subject.template.needsPassword
        fields[.vary] = "Cookie, Authorization"
        // Browsers store nothing that is for the game master, or that a password opens: several people may use the same one.
        fields[.cacheControl] =
            switch subject.audience {
            case .everyone where !subject.template.needsPassword:
                isLasting ? "private, max-age=31536000, immutable" : "private, no-cache"
            default: "private, no-store"
            }
        guard !tag.isKnown(to: request) else { return Answer.empty(.notModified, headers: fields) }
        let drawn = try await DrawnPicture(services: services).picture(
            of: subject, view, wanted.format, for: context.identity, password: request.headers[.pdfPassword])
        return try Answer.sending(
            drawn.bytes, type: drawn.type, headers: fields, content: "picture \(subject.identifier) \(tag.text)",
            for: context.identity.key)
    }

    private func subject(
        _ context: ServerContext, for audience: Drawing.Layer.Audience
    ) async throws -> PictureSubject {
        try await PictureSubject.find(try context.segment("identifier"), for: audience, context.identity, services)
    }
}
