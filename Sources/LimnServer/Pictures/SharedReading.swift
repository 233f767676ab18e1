// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird

/// Allows pages of other sites to show pictures, as IIIF viewers require (IIIF Image API 3.0, 7.1).
///
/// Another site can read a picture only if it knows the id, which has 60 bits and cannot be guessed, and if it needs no
/// cookie: either the viewer sends a token that it was given, or the server skips authentication.
enum SharedReading {
    /// Returns whether a request from another site is allowed.
    static func isAllowed(_ request: Request) -> Bool {
        [.get, .head, .options].contains(request.method) && request.headers[.cookie] == nil
            && (request.head.path ?? "").hasPrefix("/iiif/")
    }

    /// The header fields that allow pages of other sites to read a response.
    static let headers: HTTPFields = [.accessControlAllowOrigin: "*"]

    /// Handles the CORS preflight request that a browser sends before a request with a token (Fetch Standard, 3.2.2).
    @Sendable static func preflight(_ request: Request, _ context: ServerContext) async throws -> Response {
        var fields = headers
        fields[.accessControlAllowMethods] = "GET, HEAD"
        fields[.accessControlAllowHeaders] = "Authorization, X-PDF-Password"
        fields[.accessControlMaxAge] = "86400"
        return Answer.empty(headers: fields)
    }

    /// Wraps a handler so that pages of other sites can also read its problems.
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
