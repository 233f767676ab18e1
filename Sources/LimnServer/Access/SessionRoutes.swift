// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import LimnAccess

/// The routes for signing in and out.
struct SessionRoutes: RouteGroup {
    let services: Services

    var routes: [Route] {
        [
            Route(.get, "/sign-in", access: .anyone, isPage: true, show),
            Route(.post, "/sign-in", access: .anyone, follow),
            Route(.post, "\(Self.base)/session", access: .anyone, open),
            Route(.get, "\(Self.base)/session", tell),
            Route(.delete, "\(Self.base)/session", close),
        ]
    }

    /// Shows a page with a button that signs in. Following the link alone exchanges nothing: programs that preview links
    /// do so, too, and it must not replace another session unasked.
    @Sendable private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let code = try context.query.one("code") else { throw Problem.unreadable("The link has no code.") }
        if services.options.skipsAuthentication { return Answer.empty(.seeOther, headers: [.location: "/"]) }
        let present = try await services.access.present(.init(request, cookie: services.cookieName))
        let page = SignInPage(code: code, present: present?.name).page(in: .init(preferredBy: request.headers))
        // The form is sent with this site as its origin, which it would not be without a referrer.
        return Answer.bytes(
            Array(page.html.utf8), type: "text/html; charset=utf-8",
            headers: [.referrerPolicy: "same-origin", .vary: "Accept-Language"])
    }

    /// Exchanges the code of a sign-in link for a cookie, and redirects to the studio.
    @Sendable private func follow(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = Body(request, context)
        try body.requireType("application/x-www-form-urlencoded")
        let fields = try Query(String(decoding: try await body.bytes(limit: 4096), as: UTF8.self))
        guard let code = try fields.one("code") else { throw Problem.unreadable("The form has no code.") }
        var headers: HTTPFields = [.location: "/"]
        if services.options.skipsAuthentication { return Answer.empty(.seeOther, headers: headers) }
        let (token, identity) = try await services.access.exchange(code, from: context.channel)
        // A person with access to a single character is redirected to it.
        if !identity.isOwner, identity.characters.count == 1, let character = identity.characters.first {
            headers[.location] = "/c/\(character)"
        }
        headers[.setCookie] = cookie(token)
        // The browser may hold answers to another person. The studio empties its own stores if the person has changed;
        // a person who comes back keeps the strokes that wait there.
        headers[.clearSiteData] = "\"cache\""
        return Answer.empty(.seeOther, headers: headers)
    }

    private struct Code: Decodable {
        let code: String
    }

    /// Exchanges the code of a sign-in link for a cookie, for programs.
    @Sendable private func open(_ request: Request, _ context: ServerContext) async throws -> Response {
        let code = try await Body(request, context).json(Code.self, limit: 4096).code
        let (token, identity) = try await services.access.exchange(code, from: context.channel)
        return try Answer.json(
            IdentitySummary(identity), status: .created, headers: [.setCookie: cookie(token)])
    }

    @Sendable private func tell(_ request: Request, _ context: ServerContext) async throws -> Response {
        try Answer.json(IdentitySummary(context.identity))
    }

    @Sendable private func close(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await services.access.signOut(.init(request, cookie: services.cookieName))
        return Answer.empty(
            headers: [.setCookie: cookie("", lifetime: 0), .clearSiteData: "\"cache\", \"storage\""])
    }

    /// Returns the value of the Set-Cookie field. Scripts cannot read the cookie, browsers do not add it to requests
    /// from other sites, and with TLS it is sent over encrypted connections only.
    ///
    /// - Parameter lifetime: the lifetime in seconds; 0 deletes the cookie.
    private func cookie(_ token: String, lifetime: Int = 400 * 86_400) -> String {
        let isSecure = services.options.tls != nil
        return "\(services.cookieName)=\(token); Path=/; Max-Age=\(lifetime); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }
}

/// The person who is signed in, as JSON.
struct IdentitySummary: Encodable {
    /// An opaque tag of the person. Browsers empty their stores when it changes.
    let id: String
    let name: String
    let role: String
    /// The characters that a player or a viewer may see; nil for the owner, who sees all.
    let characters: [String]?

    init(_ identity: Identity) {
        id = identity.tag
        name = identity.name
        role = identity.role?.rawValue ?? "none"
        characters = identity.isOwner ? nil : identity.characters.map { "\($0)" }.sorted()
    }
}
