// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird

/// Decides who may make a request: it checks `Host`, refuses requests from other sites, and identifies the person.
struct Gate: Sendable {
    let services: Services

    /// Refuses requests that are meant for another host or come from another site.
    ///
    /// - Parameter match: the route of the request.
    /// - Throws: ``Problem`` with status 421 or 403.
    func check(_ request: Request, _ match: RouteTable.Match) throws(Problem) {
        // swift-http-types keeps the Host field as the authority.
        guard let host = request.head.authority, services.address.isOwn(host: host) else {
            throw Problem(
                .misdirectedRequest, "unknown-host", "The server does not have this name; the setting “name” adds one.")
        }
        if SharedReading.isAllowed(request) || Self.followsLink(request, match) { return }
        if let origin = request.headers[.origin], !services.address.isOwn(origin: origin) { throw Self.foreign }
        if request.headers[.secFetchSite]?.lowercased() == "cross-site" { throw Self.foreign }
    }

    /// Returns whether a request follows a link to a page from another site, such as a chat.
    private static func followsLink(_ request: Request, _ match: RouteTable.Match) -> Bool {
        guard case .route(let route, _) = match, route.isPage else { return false }
        return isSafe(request.method) && request.headers[.origin] == nil
            && request.headers[.secFetchMode]?.lowercased() == "navigate"
            && request.headers[.secFetchDest]?.lowercased() == "document"
    }

    private static let foreign = Problem(
        .forbidden, "foreign-origin", "Another site has made this request.")

    /// Returns the identity of the person who makes a request, and checks that this person may call the route.
    ///
    /// - Throws: ``Problem`` with status 401 or 403.
    func identity(of request: Request, _ context: ServerContext, for route: Route) async throws -> Identity {
        if services.options.skipsAuthentication { return .localOwner }
        if case .anyone = route.access { return .nobody }
        let credential = AccessService.Credential(request, cookie: services.cookieName)
        // Browsers add the cookie to requests from any page. Only the Origin field shows which page made the request.
        if case .cookie = credential, !Self.isSafe(request.method), request.headers[.origin] == nil {
            throw Self.foreign
        }
        guard let identity = try await services.access.identity(of: credential, from: context.channel) else {
            throw Problem.unauthorized("Sign in first: follow the link that the server printed.")
        }
        if case .owner = route.access { try identity.requireOwner() }
        return identity
    }

    private static func isSafe(_ method: HTTPRequest.Method) -> Bool { method == .get || method == .head }
}

extension HTTPField.Name {
    /// The relation between the site that makes a request and this site, as the browser reports it.
    static let secFetchSite = known("Sec-Fetch-Site")
    /// The mode of a request, such as `navigate`.
    static let secFetchMode = known("Sec-Fetch-Mode")
    /// The use of the response, such as `document`.
    static let secFetchDest = known("Sec-Fetch-Dest")
}
