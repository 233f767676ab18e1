// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird

/// The routes of the studio at `/`: its HTML page, at the address of each view, and its modules, styles and pictures.
///
/// These files contain no data of the library, so they need no sign-in. They are not part of the API, and the OpenAPI
/// document does not describe them.
struct StudioRoutes: RouteGroup {
    let files: StudioFiles

    /// The addresses of the studio's views, as in its `model/routes.js`.
    private static let places = [
        "/", "/c/{id}", "/c/{id}/{page}", "/c/{id}/{page}/{view}", "/numbers", "/design/{template}", "/table",
        "/table/{kind}/{value}", "/table/{kind}/{value}/{page}", "/table/{kind}/{value}/{page}/{region}",
    ]

    var routes: [Route] {
        Self.places.map { Route(.get, $0, access: .anyone, isPage: true, answer(StudioFiles.index)) }
            + files.files.keys.sorted().map { Route(.get, "/\($0)", name: "/{file}", access: .anyone, answer($0)) }
    }

    private func answer(_ name: String) -> Route.Handler {
        { [files] request, _ in
            guard let file = files.files[name] else {
                throw Problem.notFound("The studio is not installed beside this server.")
            }
            // Browsers must revalidate each module, so that all modules have the same version.
            let headers: HTTPFields = [.eTag: file.tag.text, .cacheControl: "no-cache"]
            guard !file.tag.isKnown(to: request) else { return Answer.empty(.notModified, headers: headers) }
            return Answer.bytes(file.bytes, type: file.type, headers: headers)
        }
    }
}
