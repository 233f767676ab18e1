// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn

/// Draws pictures, or takes those that were drawn lately.
struct DrawnPicture: Sendable {
    let services: Services

    /// A name for what a picture shows of a page: equal ones give equal names.
    static func key(_ view: PageView, _ format: PictureFormat) -> String {
        let part = [view.region.minX, view.region.minY, view.region.maxX, view.region.maxY].map { "\($0)" }
        let turned = "\(view.isMirrored ? "m" : "")\(view.quarterTurns)"
        return "\(part.joined(separator: "_"))-\(view.width)x\(view.height)-\(turned)-\(view.tone).\(format)"
    }

    /// A picture.
    ///
    /// - Parameters:
    ///   - identity: who asks; their requests take turns with those of others.
    ///   - password: for a locked template, whose pictures are not kept.
    /// - Throws: ``Problem``, `LimnError`, `LibraryError`.
    func picture(
        of subject: PictureSubject, _ view: PageView, _ format: PictureFormat, for identity: Identity,
        password: String?
    ) async throws -> PictureCache.Picture {
        let cache = services.workshop.pictures
        let audience = identity.isOwner ? "all" : "everyone"
        let key = "\(subject.identifier)/\(subject.version)/\(audience)/\(Self.key(view, format))"
        let isKept = !subject.template.needsPassword
        if isKept, let there = cache.picture(key) { return there }
        let made = try await services.workshop.pictureTurns.run(for: identity.key) {
            if isKept, let there = cache.picture(key) { return there }
            let access = Access(password: password, pixelLimit: 2 * ImageLimits.standard.area)
            let file = try await FilledPages(services: services).document(of: subject, access)
            let page = try await services.engine.render(
                .file(file), page: subject.page, view: view, as: PictureEncoder(format), ink: subject.ink,
                access: access)
            return PictureCache.Picture(bytes: page.bytes, type: format.mediaType)
        }
        if isKept { cache.keep(made, as: key) }
        return made
    }
}

extension PictureFormat {
    /// The media type.
    var mediaType: String { "image/\(rawValue)" }
}
