// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Creates responses.
enum Answer {
    /// Returns a JSON response with sorted keys.
    static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) throws -> Response {
        bytes(try encode(value), type: "application/json", status: status, headers: headers)
    }

    /// Returns a response with a body of a media type.
    static func bytes(
        _ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Returns a response without a body.
    static func empty(_ status: HTTPResponse.Status = .noContent, headers: HTTPFields = [:]) -> Response {
        Response(status: status, headers: headers)
    }

    /// Returns the response for a problem (RFC 9457).
    static func problem(_ problem: Problem) -> Response {
        // A problem consists of texts and numbers, which can always be encoded.
        let bytes = (try? encode(problem.body)) ?? Array("{}".utf8)
        return Self.bytes(bytes, type: "application/problem+json", status: problem.status, headers: problem.headers)
    }

    /// Encodes a value as JSON. Equal values give equal bytes.
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}
