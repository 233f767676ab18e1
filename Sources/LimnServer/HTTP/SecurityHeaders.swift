// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird

/// The security header fields of every response.
enum SecurityHeaders {
    /// The policy that allows scripts, styles and pictures from this server only, and no embedding in frames.
    static let contentSecurityPolicy =
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; "
        + "img-src 'self' blob: data:"
    /// The policy for users' files, which prevents scripts in them from running.
    static let sandbox = "sandbox; default-src 'none'"

    /// Adds the fields to a response. A content security policy, resource policy or cache control that is already set
    /// stays.
    static func add(to response: inout Response) {
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = contentSecurityPolicy
        }
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.referrerPolicy] == nil { response.headers[.referrerPolicy] = "no-referrer" }
        response.headers[.crossOriginOpenerPolicy] = "same-origin"
        if response.headers[.crossOriginResourcePolicy] == nil {
            response.headers[.crossOriginResourcePolicy] = "same-origin"
        }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    }
}

extension HTTPField.Name {
    /// The sites that may embed a response.
    static let crossOriginResourcePolicy = known("Cross-Origin-Resource-Policy")
    /// The windows that may access one another.
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    /// The information about the origin of a request that browsers send to other sites.
    static let referrerPolicy = known("Referrer-Policy")
}
