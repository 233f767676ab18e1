// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird

/// A method of a resource, with its access rule and its handler.
struct Route: Sendable {
    /// Handles a request: decodes it, calls one use case, and encodes the response.
    typealias Handler = @Sendable (Request, ServerContext) async throws -> Response

    /// The people who may call a route, whatever resource the path names.
    enum Access: Sendable {
        /// Everyone, signed in or not.
        case anyone
        /// Everyone who is signed in. The handler checks what the person may see.
        case signedIn
        /// Only the owner; others get 403.
        case owner
    }

    let method: HTTPRequest.Method
    /// The path, with the names of variable segments in braces, such as `/api/v1/templates/{id}`.
    let path: String
    /// The name of the route in logs and metrics.
    let name: String
    let access: Access
    /// Whether the route serves a page of the studio. Pages contain no data of the library, so links from other sites
    /// may lead to them.
    let isPage: Bool
    /// Whether the handler takes no time, so that it runs apart from all others. Only for ``Access/anyone``.
    let isPrompt: Bool
    let handler: Handler

    init(
        _ method: HTTPRequest.Method, _ path: String, name: String? = nil, access: Access = .signedIn,
        isPage: Bool = false, isPrompt: Bool = false, _ handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.name = name ?? path
        self.access = access
        self.isPage = isPage
        self.isPrompt = isPrompt
        self.handler = handler
    }
}

/// The routes of one resource. All of them are listed in ``Services/routeGroups``.
protocol RouteGroup: Sendable {
    var routes: [Route] { get }
}

extension RouteGroup {
    /// The common prefix of the paths of all resources.
    static var base: String { "/api/v1" }
}
