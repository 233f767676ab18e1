// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import LimnAccess

/// Signing in and out.
struct SessionRoutes: RouteGroup {
    let services: Services

    var routes: [Route] {
        [
            Route(.get, "/sign-in", access: .anyone, isPage: true, follow),
            Route(.post, "\(Self.base)/session", access: .anyone, open),
            Route(.get, "\(Self.base)/session", tell),
            Route(.delete, "\(Self.base)/session", close),
        ]
    }

    /// Somebody follows a link: the code becomes a cookie, and the address loses the code.
    @Sendable private func follow(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let code = try context.query.one("code") else { throw Problem.unreadable("The link has no code.") }
        var headers: HTTPFields = [.location: "/"]
        if services.options.skipsAuthentication { return Answer.empty(.seeOther, headers: headers) }
        // Pages that are fetched before anybody asked for them must not use the code up.
        guard request.method == .get, request.headers[.secPurpose] == nil else { return Answer.empty() }
        let (token, identity) = try await services.access.exchange(code, from: context.channel)
        // Who was given one character is led to it.
        if !identity.isOwner, identity.characters.count == 1, let character = identity.characters.first {
            headers[.location] = "/c/\(character)"
        }
        headers[.setCookie] = cookie(token)
        return Answer.empty(.seeOther, headers: headers)
    }

    private struct Code: Decodable {
        let code: String
    }

    /// A program exchanges the code of a link.
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
        return Answer.empty(headers: [.setCookie: cookie("", lifetime: 0)])
    }

    /// Scripts cannot read it, other sites cannot have it sent, and under TLS it is never sent without.
    private func cookie(_ token: String, lifetime: Int = 400 * 86_400) -> String {
        let isSecure = services.options.tls != nil
        return "\(services.cookieName)=\(token); Path=/; Max-Age=\(lifetime); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }
}

/// Who is signed in, as JSON.
struct IdentitySummary: Encodable {
    let name: String
    let role: String
    /// The characters that a player or a viewer may see; nil for the owner, who sees all.
    let characters: [String]?

    init(_ identity: Identity) {
        name = identity.name
        role = identity.role?.rawValue ?? "none"
        characters = identity.isOwner ? nil : identity.characters.map { "\($0)" }.sorted()
    }
}

extension HTTPField.Name {
    /// That a page is fetched before somebody asks for it.
    static let secPurpose = known("Sec-Purpose")
}
