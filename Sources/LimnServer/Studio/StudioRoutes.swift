// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird

/// The studio at `/`: its page under the address of every place, and its modules, styles and pictures.
///
/// They hold nothing of the library, so that nobody needs to sign in for them. They are no part of the API, and OpenAPI
/// does not describe them.
struct StudioRoutes: RouteGroup {
    let files: StudioFiles

    /// The addresses of places, which the studio's `model/routes.js` knows.
    private static let places = [
        "/", "/c/{id}", "/c/{id}/{page}", "/c/{id}/{page}/{view}", "/numbers", "/table", "/table/{kind}/{value}",
        "/table/{kind}/{value}/{page}", "/table/{kind}/{value}/{page}/{region}",
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
            // Browsers ask each time whether a module has changed: all of them are of one version.
            let headers: HTTPFields = [.eTag: file.tag.text, .cacheControl: "no-cache"]
            guard !file.tag.isKnown(to: request) else { return Answer.empty(.notModified, headers: headers) }
            return Answer.bytes(file.bytes, type: file.type, headers: headers)
        }
    }
}
