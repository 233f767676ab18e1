// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird

/// Who may come in: the rules for `Host` and for requests of other sites, and who is who.
struct Gate: Sendable {
    let services: Services

    /// Refuses requests that are not meant for this server, or that another site makes.
    ///
    /// - Parameter match: what the request leads to.
    /// - Throws: ``Problem``.
    func check(_ request: Request, _ match: RouteTable.Match) throws(Problem) {
        // swift-http-types keeps the Host field as the authority.
        guard let host = request.head.authority, services.address.isOwn(host: host) else {
            throw Problem(.misdirectedRequest, "unknown-host", "The server is not called so.")
        }
        if SharedReading.isAllowed(request) || Self.followsLink(request, match) { return }
        if let origin = request.headers[.origin], !services.address.isOwn(origin: origin) { throw Self.foreign }
        if request.headers[.secFetchSite]?.lowercased() == "cross-site" { throw Self.foreign }
    }

    /// Whether somebody follows a link of another site, such as of a chat, to a page.
    private static func followsLink(_ request: Request, _ match: RouteTable.Match) -> Bool {
        guard case .route(let route, _) = match, route.isPage else { return false }
        return isSafe(request.method) && request.headers[.origin] == nil
            && request.headers[.secFetchMode]?.lowercased() == "navigate"
            && request.headers[.secFetchDest]?.lowercased() == "document"
    }

    private static let foreign = Problem(
        .forbidden, "foreign-origin", "Another site has made this request.")

    /// Finds out who asks, and whether this person may call a route at all.
    ///
    /// - Throws: ``Problem`` with 401 or 403.
    func identity(of request: Request, _ context: ServerContext, for route: Route) async throws -> Identity {
        if services.options.skipsAuthentication { return .localOwner }
        if case .anyone = route.access { return .nobody }
        let credential = AccessService.Credential(request, cookie: services.cookieName)
        // A cookie comes along with whatever a page asks for; only the browser says which page that is.
        if case .cookie = credential, !Self.isSafe(request.method), request.headers[.origin] == nil {
            throw Self.foreign
        }
        guard let identity = try await services.access.identity(of: credential, from: context.channel) else {
            throw Problem.unauthorized("Sign in first: follow the link that the server has printed.")
        }
        if case .owner = route.access { try identity.requireOwner() }
        return identity
    }

    private static func isSafe(_ method: HTTPRequest.Method) -> Bool { method == .get || method == .head }
}

extension HTTPField.Name {
    /// Where a browser says that a request comes from.
    static let secFetchSite = known("Sec-Fetch-Site")
    /// How a browser uses what it asks for.
    static let secFetchMode = known("Sec-Fetch-Mode")
    /// For what a browser asks for it.
    static let secFetchDest = known("Sec-Fetch-Dest")
}
