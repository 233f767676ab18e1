// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import Tracing

/// Draws pictures, or returns recently drawn pictures from the cache.
struct DrawnPicture: Sendable {
    let services: Services

    /// Returns the cache key for a view of a page in a format. Equal views have equal keys.
    static func key(_ view: PageView, _ format: PictureFormat) -> String {
        let part = [view.region.minX, view.region.minY, view.region.maxX, view.region.maxY].map { "\($0)" }
        let turned = "\(view.isMirrored ? "m" : "")\(view.quarterTurns)"
        return "\(part.joined(separator: "_"))-\(view.width)x\(view.height)-\(turned)-\(view.tone).\(format)"
    }

    /// Returns a picture of a page.
    ///
    /// - Parameters:
    ///   - identity: the person who requests the picture. The requests of several people are served in turn.
    ///   - password: the password of an encrypted template. Its pictures are not cached.
    /// - Throws: ``Problem``, `LimnError`, `LibraryError`.
    func picture(
        of subject: PictureSubject, _ view: PageView, _ format: PictureFormat, for identity: Identity,
        password: String?
    ) async throws -> PictureCache.Picture {
        let cache = services.workshop.pictures
        let key = "\(subject.identifier)/\(subject.version)/\(subject.audience.rawValue)/\(Self.key(view, format))"
        let isKept = !subject.template.needsPassword
        if isKept, let there = cache.picture(key) { return there }
        let made = try await services.workshop.pictureTurns.run(for: identity.key) {
            if isKept, let there = cache.picture(key) { return there }
            let access = Access(password: isKept ? nil : password, pixelLimit: 2 * ImageLimits.standard.area)
            let page = try await withSpan("draw a page") { _ in
                let place = try await FilledPages(services: services).place(of: subject, access)
                return try await services.engine.render(
                    .opened(place.document), page: place.page, view: view, as: PictureEncoder(format), ink: subject.ink,
                    access: access)
            }
            return PictureCache.Picture(bytes: page.bytes, type: format.mediaType)
        }
        if isKept { cache.keep(made, as: key) }
        return made
    }
}

extension PictureFormat {
    /// The media type of the format.
    var mediaType: String { self == .ppm ? "image/x-portable-pixmap" : "image/\(rawValue)" }
}
