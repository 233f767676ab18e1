// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnFiles
internal import LimnGeometry

/// `/characters/{id}/pages/{n}/offers`: the values that the ink in the fields of a page may say.
///
/// They were read after writing rested, and are kept with the revision of the ink. Values of other fields correct them. Nothing is
/// filled in: whoever takes an offer sets the value as if they had typed it. Offers of layers for the game master are the owner's
/// alone.
struct OfferRoutes: RouteGroup {
    let services: Services

    var routes: [Route] { [Route(.get, "\(Self.base)/characters/{character}/pages/{page}/offers", list)] }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let page = try context.visiblePage()
        let audience: Drawing.Layer.Audience = context.identity.isOwner ? .gameMaster : .everyone
        // The readings of all pages may take a while, so people take turns.
        let (state, offers) = try await HeavyWork.reading.run(for: context.identity.key) {
            [library = services.library] in
            let state = try library.inkState(of: page)
            return (state, Offers(try library.handwrittenFields(on: page, for: audience), revision: state.revision))
        }
        let hasSecrets = state.layers.contains { $0.audience == .gameMaster }
        let bytes = try Answer.encode(offers)
        // The tag says what is in the answer, which is another one for those who do not get all.
        let tag = EntityTag(shared: "\(ContentHash(bytes))")
        let headers: HTTPFields = [
            .eTag: tag.text, .vary: "Cookie, Authorization",
            .cacheControl: hasSecrets ? "private, no-store" : "private, no-cache",
        ]
        guard !tag.isKnown(to: request) else { return Answer.empty(.notModified, headers: headers) }
        return Answer.bytes(bytes, type: "application/json", headers: headers)
    }
}

/// The offers of a page as JSON.
private struct Offers: Encodable, Sendable {
    struct Offer: Encodable, Sendable {
        let field: String
        let type: String
        /// The left, upper, right and lower edge of the field's box in points.
        let box: [Double]
        let value: String
        let certainty: Double
        /// Whether it is sure enough to be offered without being asked for.
        let certain: Bool
        let alternatives: [HandwrittenField.Guess]
        /// Whether the ink is for the game master alone, so that the value would tell it to the players.
        let secret: Bool
    }

    let items: [Offer]
    /// The revision of the ink.
    let revision: Int
    /// Whether this ink was read already.
    let isRead: Bool

    private enum CodingKeys: String, CodingKey { case items, revision, isRead = "read" }

    /// - Parameter fields: the fields with ink; nil if it was not read.
    init(_ fields: [HandwrittenField]?, revision: Int) {
        self.revision = revision
        // Ink that is none needs no reading.
        isRead = fields != nil || revision == 0
        items = (fields ?? []).compactMap { field in
            field.value.map { value in
                Offer(
                    field: field.name, type: field.kind.rawValue, box: field.box.roundedEdges, value: value,
                    certainty: field.certainty, certain: field.certainty >= HandwrittenField.leastCertainty,
                    alternatives: field.alternatives, secret: field.isSecret)
            }
        }
    }
}
