// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import LimnFiles

/// Creates the addresses of pictures and manifests, with the host by which the client reaches this server.
struct IIIFAddress: Sendable {
    private let root: String

    /// Takes the host from a request.
    ///
    /// - Throws: ``Problem`` with status 400 for a request without a host.
    init(_ request: Request, _ services: Services) throws(Problem) {
        guard let host = request.head.authority else { throw .unreadable("The host is missing.") }
        root = "\(services.address.scheme)://\(host)/iiif"
    }

    /// Returns the base address of a picture.
    func image(_ identifier: String) -> String { "\(root)/\(identifier)" }

    /// Returns the base address of a template or a character.
    func owner(_ id: String) -> String { "\(root)/\(id)" }

    /// Returns a response as JSON-LD if the client requests it, otherwise as JSON.
    ///
    /// - Parameter isSecret: whether no browser may keep it, because a password opens what it tells.
    static func answer(
        _ value: some Encodable, context: String, to request: Request, for recipient: Recipient, isSecret: Bool = false
    ) throws -> Response {
        var fields = SharedReading.headers
        fields[.vary] = "Accept, Cookie, Authorization"
        let bytes = try Answer.encode(value)
        let tag = EntityTag("\(ContentHash(bytes))", for: recipient)
        fields[.eTag] = tag.text
        fields[.cacheControl] = isSecret ? "private, no-store" : "private, no-cache"
        guard !tag.isKnown(to: request) else { return Answer.empty(.notModified, headers: fields) }
        let isLinked = (request.headers[.accept] ?? "").lowercased().contains("application/ld+json")
        let type = isLinked ? "application/ld+json;profile=\"\(context)\"" : "application/json"
        return Answer.bytes(bytes, type: type, headers: fields)
    }
}
