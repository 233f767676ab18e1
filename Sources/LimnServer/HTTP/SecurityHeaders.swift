// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird

/// The header fields that every answer has.
enum SecurityHeaders {
    /// Scripts, styles and pictures only from this server, and no frame around it.
    static let contentSecurityPolicy =
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; "
        + "img-src 'self' blob: data:"
    /// For files that people put in: nothing in them runs.
    static let sandbox = "sandbox; default-src 'none'"

    /// Adds them; a stricter policy that is there already stays.
    static func add(to response: inout Response) {
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = contentSecurityPolicy
        }
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.referrerPolicy] = "no-referrer"
        response.headers[.crossOriginOpenerPolicy] = "same-origin"
        if response.headers[.crossOriginResourcePolicy] == nil {
            response.headers[.crossOriginResourcePolicy] = "same-origin"
        }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    }
}

extension HTTPField.Name {
    /// Which site an answer may be part of.
    static let crossOriginResourcePolicy = known("Cross-Origin-Resource-Policy")
    /// Which windows may see one another.
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    /// What is told to other sites of where somebody came from.
    static let referrerPolicy = known("Referrer-Policy")
}
