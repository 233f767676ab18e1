// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import LimnGeometry
internal import NIOCore
internal import NIOHTTPTypes

/// Reads request bodies within size limits.
struct Body {
    let request: Request
    let context: ServerContext

    init(_ request: Request, _ context: ServerContext) {
        self.request = request
        self.context = context
    }

    /// The largest size of a body with options, in bytes.
    static let optionsLimit = 64 << 10

    /// Returns the whole body.
    ///
    /// - Throws: ``Problem`` with status 413 for a larger body; 429 or 503 if too many bodies are sent at once.
    func bytes(limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try await forEach(limit: limit) { piece in
            try context.heldBody.take(piece.readableBytes, for: context.identity.key)
            bytes.append(contentsOf: piece.readableBytesView)
        }
        return bytes
    }

    /// Decodes the body as JSON.
    ///
    /// - Throws: ``Problem`` with status 415 for another media type, 413 for a larger body, or 400 for a body that
    ///   cannot be decoded.
    func json<Value: Decodable & Sendable>(_ type: Value.Type, limit: Int = optionsLimit) async throws -> Value {
        try requireType("application/json")
        return try await decoded(type, try await bytes(limit: limit))
    }

    /// Decodes bytes as JSON, beside other requests if there are many.
    ///
    /// - Throws: ``Problem`` with status 400.
    func decoded<Value: Decodable & Sendable>(
        _ type: Value.Type, _ bytes: [UInt8], _ limits: BoundedJSON.Limits = .options
    ) async throws -> Value {
        try await HeavyWork.shared.run(on: bytes.count, for: context.identity.key) {
            try Self.decode(type, bytes, limits)
        }
    }

    /// Decodes bytes as JSON.
    ///
    /// - Throws: ``Problem`` with status 400.
    static func decode<Value: Decodable>(
        _ type: Value.Type, _ bytes: [UInt8], _ limits: BoundedJSON.Limits = .options
    ) throws(Problem) -> Value {
        do { return try BoundedJSON.decode(type, from: bytes, limits: limits) } catch {
            if let refusal = error as? BoundedJSON.Refusal {
                throw Problem.unreadable("The body is refused: \(refusal).")
            }
            guard let error = error as? DecodingError else { throw Problem.unreadable("The body is not JSON.") }
            throw Problem(error)
        }
    }

    /// Checks the media type of the body.
    ///
    /// - Throws: ``Problem`` with status 415.
    func requireType(_ types: String...) throws(Problem) {
        let given = request.headers[.contentType].map { MediaTypes.name(of: $0) }
        guard let given, types.contains(given) else {
            throw Problem(
                .unsupportedMediaType, "unsupported-type",
                "The body's type must be \(types.joined(separator: " or ")).",
                headers: [.accept: types.joined(separator: ", ")])
        }
    }

    /// Passes the body to `take` in pieces, with backpressure: the next piece is read only when `take` has returned.
    ///
    /// - Throws: ``Problem`` with status 413 as soon as more than `limit` bytes are announced or received; 415 for an
    ///   encoded body.
    func forEach(limit: Int, _ take: (ByteBuffer) async throws -> Void) async throws {
        let problem = Problem(
            .contentTooLarge, "too-large", "The body is larger than the limit of \(limit) bytes.",
            members: ["limit": .number(limit)])
        // Encoded bodies are refused, because their decoded size is not known in advance.
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
            // Small pieces are joined, so that a body in many small pieces is not slower than one in a few large ones.
            waiting.writeImmutableBuffer(buffer)
            guard waiting.readableBytes >= Self.piece else { continue }
            try await take(waiting)
            waiting = ByteBuffer()
        }
        if waiting.readableBytes > 0 { try await take(waiting) }
    }

    /// The smallest size of a piece, in bytes, except for the last one.
    private static let piece = 64 << 10

    /// Sends 100 (Continue) to a client that waits for it before it sends the body (RFC 9110, 10.1.1).
    private func inviteBody() async throws {
        guard request.headers[.expect]?.lowercased() == "100-continue" else { return }
        try await context.channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue))).get()
    }
}

extension Problem {
    /// Creates the problem for a JSON body that cannot be decoded. It names the field.
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
                ? .unreadable("The body is not the JSON that is expected here.")
                : .unreadable("“\(field)” has an unexpected value.", field: field)
        @unknown default: self = .unreadable("The body is not the JSON that is expected here.")
        }
    }
}

/// Parses media types.
enum MediaTypes {
    /// Returns the name of a media type without its parameters, in lower case.
    static func name(of text: String) -> String {
        String(text.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces).lowercased()
    }
}
