// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnGeometry

/// `/characters/{id}/pages/{n}/offers`: the values that the ink in the fields of a page may say.
///
/// They were read after writing rested, and are kept with the revision of the ink. Nothing is filled in: whoever takes an offer
/// sets the value as if they had typed it. Offers of layers for the game master are the owner's alone.
struct OfferRoutes: RouteGroup {
    let services: Services

    var routes: [Route] { [Route(.get, "\(Self.base)/characters/{character}/pages/{page}/offers", list)] }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let page = try context.visiblePage()
        let audience: Drawing.Layer.Audience = context.identity.isOwner ? .gameMaster : .everyone
        let (state, offers) = try await services.withLibrary { library in
            let state = try library.inkState(of: page)
            let read = try library.handwriting(of: page.character, for: audience, on: [page.page]).first
            let template = try library.character(page.character).template
            return (state, Offers(read, revision: state.revision, of: template))
        }
        let hasSecrets = state.layers.contains { $0.audience == .gameMaster }
        let tag = "\(state.revision)-\(offers.template ?? "none")-\(offers.isRead)"
        let headers: HTTPFields = [
            .eTag: "\"\(tag)\"", .vary: "Cookie, Authorization",
            .cacheControl: hasSecrets ? "private, no-store" : "private, no-cache",
        ]
        // The tag is the same for everyone, so only those who get all may know what they have.
        if context.identity.isOwner || !hasSecrets, let known = request.headers[.ifNoneMatch],
            EntityTags(known).contains(tag, isWeak: true)
        {
            return Answer.empty(.notModified, headers: headers)
        }
        return try Answer.json(offers, headers: headers)
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
    }

    let items: [Offer]
    /// The revision of the ink.
    let revision: Int
    /// Whether this ink was read already.
    let isRead: Bool
    /// The template whose form the offers are for.
    let template: String?

    private enum CodingKeys: String, CodingKey { case items, revision, isRead = "read" }

    init(_ page: HandwrittenPage?, revision: Int, of template: TemplateID?) {
        self.revision = revision
        // Ink that is none needs no reading.
        isRead = page != nil || revision == 0
        self.template = template.map { "\($0)" }
        // After a change of the template, fields may be elsewhere.
        let fields = page.flatMap { $0.template == template ? $0.fields : nil } ?? []
        items = fields.compactMap { field in
            field.value.map { value in
                Offer(
                    field: field.name, type: field.kind.rawValue, box: field.box.roundedEdges, value: value,
                    certainty: field.certainty, certain: field.certainty >= HandwrittenField.leastCertainty,
                    alternatives: Array(field.guesses.dropFirst()))
            }
        }
    }
}
