// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird

/// Pictures that pages of other sites may show, as IIIF viewers need it (IIIF Image API 3.0, 7.1).
///
/// Another site can read a picture only if it knows its id, whose 60 bits nobody guesses, and if it needs no cookie: a
/// viewer sends a token that somebody has given it, or the server asks nobody who they are.
enum SharedReading {
    /// Whether a request of another site may be answered.
    static func isAllowed(_ request: Request) -> Bool {
        [.get, .head, .options].contains(request.method) && request.headers[.cookie] == nil
            && (request.head.path ?? "").hasPrefix("/iiif/")
    }

    /// What tells a browser that another site's page may read an answer.
    static let headers: HTTPFields = [.accessControlAllowOrigin: "*"]

    /// Answers what a browser asks before a page sends a token (Fetch Standard, 3.2.2).
    @Sendable static func preflight(_ request: Request, _ context: ServerContext) async throws -> Response {
        var fields = headers
        fields[.accessControlAllowMethods] = "GET, HEAD"
        fields[.accessControlAllowHeaders] = "Authorization, X-PDF-Password"
        fields[.accessControlMaxAge] = "86400"
        return Answer.empty(headers: fields)
    }

    /// A handler whose problems pages of other sites may read, too.
    static func handler(_ handler: @escaping Route.Handler) -> Route.Handler {
        { request, context in
            do { return try await handler(request, context) } catch {
                var problem = Problem(error)
                problem.headers.append(contentsOf: headers)
                throw problem
            }
        }
    }
}

extension HTTPFields {
    /// Adds fields.
    mutating func append(contentsOf others: HTTPFields) {
        for field in others { append(field) }
    }
}
