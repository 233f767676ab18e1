// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import LimnFiles

/// `/openapi.json`: the description of all routes, including this one.
struct OpenAPIRoutes: RouteGroup {
    let services: Services

    var routes: [Route] { [Route(.get, "\(Self.base)/openapi.json", access: .anyone, show)] }

    @Sendable private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let bytes = try Answer.encode(try OpenAPIDocument.json(for: services.routeGroups.flatMap(\.routes)))
        let tag = EntityTag(shared: "\(ContentHash(bytes))")
        guard !tag.isKnown(to: request) else { return Answer.empty(.notModified, headers: [.eTag: tag.text]) }
        return Answer.bytes(bytes, type: "application/json", headers: [.eTag: tag.text, .cacheControl: "no-cache"])
    }
}
