// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTPTypes

/// Reads bodies, within limits.
struct Body {
    let request: Request
    let context: ServerContext

    init(_ request: Request, _ context: ServerContext) {
        self.request = request
        self.context = context
    }

    /// The most bytes of a body that is JSON.
    static let jsonLimit = 8 << 20

    /// The whole body.
    ///
    /// - Throws: ``Problem`` with 413 for a larger one.
    func bytes(limit: Int = jsonLimit) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try await forEach(limit: limit) { bytes.append(contentsOf: $0.readableBytesView) }
        return bytes
    }

    /// The body as JSON.
    ///
    /// - Throws: ``Problem`` with 415 for another type, 413, or 400 for what cannot be read.
    func json<Value: Decodable>(_ type: Value.Type, limit: Int = jsonLimit) async throws -> Value {
        try requireType("application/json")
        return try Self.decode(type, try await bytes(limit: limit))
    }

    /// Reads bytes as JSON.
    ///
    /// - Throws: ``Problem`` with 400.
    static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws(Problem) -> Value {
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch {
            guard let error = error as? DecodingError else { throw Problem.unreadable("The body is not JSON.") }
            throw Problem(error)
        }
    }

    /// Checks the media type.
    ///
    /// - Throws: ``Problem`` with 415.
    func requireType(_ types: String...) throws(Problem) {
        let given = request.headers[.contentType].map { MediaTypes.name(of: $0) }
        guard let given, types.contains(given) else {
            throw Problem(
                .unsupportedMediaType, "unsupported-type",
                "The body's type must be \(types.joined(separator: " or ")).",
                headers: [.accept: types.joined(separator: ", ")])
        }
    }

    /// Hands over the body in pieces; the client sends no faster than this takes it.
    ///
    /// - Throws: ``Problem`` with 413 as soon as more has come or is announced.
    func forEach(limit: Int, _ take: (ByteBuffer) async throws -> Void) async throws {
        let problem = Problem(
            .contentTooLarge, "too-large", "The body is larger than the \(limit) bytes that are taken here.",
            members: ["limit": .number(limit)])
        // What is unpacked may be of any size, so nothing is.
        if let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" {
            throw Problem(
                .unsupportedMediaType, "unsupported-type", "The body must be sent as it is, without Content-Encoding.",
                headers: [.acceptEncoding: "identity"])
        }
        if let text = request.headers[.contentLength], let length = Int(text), length > limit { throw problem }
        try await inviteBody()
        var count = 0
        var waiting = ByteBuffer()
        for try await buffer in request.body {
            count += buffer.readableBytes
            guard count <= limit else { throw problem }
            // A body in many small pieces costs no more than one in large ones.
            waiting.writeImmutableBuffer(buffer)
            guard waiting.readableBytes >= Self.piece else { continue }
            try await take(waiting)
            waiting = ByteBuffer()
        }
        if waiting.readableBytes > 0 { try await take(waiting) }
    }

    /// How much is handed over at least, but for the end.
    private static let piece = 64 << 10

    /// Tells a client that waits for it that its body is wanted (RFC 9110, 10.1.1).
    private func inviteBody() async throws {
        guard request.headers[.expect]?.lowercased() == "100-continue" else { return }
        try await context.channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue))).get()
    }
}

extension Problem {
    /// What cannot be read of a JSON body, and where.
    init(_ error: DecodingError) {
        func place(_ path: [any CodingKey]) -> String {
            path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined().drop { $0 == "." }
                .description
        }
        switch error {
        case .keyNotFound(let key, let context):
            let field = place(context.codingPath + [key])
            self = .unreadable("“\(field)” is missing.", field: field)
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let field = place(context.codingPath)
            self =
                field.isEmpty
                ? .unreadable("The body is not the JSON that is wanted here.")
                : .unreadable("“\(field)” has an unexpected value.", field: field)
        @unknown default: self = .unreadable("The body is not the JSON that is wanted here.")
        }
    }
}

/// Media types.
enum MediaTypes {
    /// The name of a type without its parameters, in lower case.
    static func name(of text: String) -> String {
        String(text.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces).lowercased()
    }
}
