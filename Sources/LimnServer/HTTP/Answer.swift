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

    /// Returns a response whose body is sent as fast as it is read, from one copy of the bytes for all readers.
    ///
    /// - Parameters:
    ///   - content: a text that only equal bodies have.
    ///   - person: the key of the person who reads it.
    ///   - owner: what shall live until the body is sent, such as the copy that further readers find; nil for nothing.
    /// - Throws: ``Problem`` with status 429 or 503 if too many large answers are being read.
    static func sending(
        _ bytes: [UInt8], type: String, headers: HTTPFields, content: String, for person: String,
        keeping owner: (any AnyObject & Sendable)? = nil
    ) throws(Problem) -> Response {
        guard bytes.count > Self.piece else { return Self.bytes(bytes, type: type, headers: headers) }
        let held = try SendBudget.shared.hold(bytes.count, of: content, for: person)
        var headers = headers
        headers[.contentType] = type
        let body = ResponseBody(contentLength: bytes.count) { writer in
            defer { withExtendedLifetime((held, owner)) {} }
            var place = 0
            while place < bytes.count {
                let end = min(place + Self.piece, bytes.count)
                try await writer.write(ByteBuffer(bytes: bytes[place..<end]))
                place = end
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// The number of bytes that are sent at a time.
    static let piece = 64 << 10

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
