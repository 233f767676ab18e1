// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird

/// One method of one resource: who may call it, and what answers.
struct Route: Sendable {
    /// What answers a request: it decodes, calls one use case, and encodes.
    typealias Handler = @Sendable (Request, ServerContext) async throws -> Response

    /// Who may call it, before anything is known of what it names.
    enum Access: Sendable {
        /// Everybody, signed in or not.
        case anyone
        /// Everybody who is signed in. The handler asks what this person may see.
        case signedIn
        /// The owner alone; others get 403.
        case owner
    }

    let method: HTTPRequest.Method
    /// The path with the names of its variable segments in braces, such as `/api/v1/templates/{id}`.
    let path: String
    /// What it is called in logs and figures.
    let name: String
    let access: Access
    /// Whether it answers a page of the studio, which holds nothing of the library: links of other sites lead to it.
    let isPage: Bool
    let handler: Handler

    init(
        _ method: HTTPRequest.Method, _ path: String, name: String? = nil, access: Access = .signedIn,
        isPage: Bool = false,
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.name = name ?? path
        self.access = access
        self.isPage = isPage
        self.handler = handler
    }
}

/// The routes of one resource. All of them are listed in ``Services/routeGroups``.
protocol RouteGroup: Sendable {
    var routes: [Route] { get }
}

extension RouteGroup {
    /// Where the resources are.
    static var base: String { "/api/v1" }
}
