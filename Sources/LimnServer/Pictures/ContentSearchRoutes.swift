// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnGeometry

/// The handler for searches in templates and characters (IIIF Content Search API 2.0): printed words, values of fields,
/// typed texts, notes and handwriting.
struct ContentSearchRoutes: Sendable {
    let services: Services

    /// The number of pages that one answer searches. Answers lead to the next one.
    private static let pageLimit = 50
    /// The number of annotations after which an answer ends with its page.
    private static let annotationLimit = 2000
    /// The parameters of the specification that are ignored.
    private static let ignored = ["motivation", "date", "user"]

    /// Handles `/iiif/{id}/search`.
    @Sendable func search(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.segment("identifier")
        let query = try context.query.one("q") ?? ""
        let address = try IIIFAddress(request, services)
        let identity = context.identity
        let (numbers, template, character) = try await services.withLibrary { library in
            let (owner, template) = try PictureOwner.find(id, for: identity, in: library)
            guard case .character(let record) = owner, let pages = try library.pages(of: record) else {
                return (Array(1...max(1, template.pageCount)), template, CharacterRecord?.none)
            }
            return (pages.numbers, template, record)
        }
        try await services.workshop.secretTemplates.refuse(
            template, to: identity, access: request.documentAccess(services), services)
        let first = try context.query.integer("page", in: 1...max(1, numbers.count)) ?? 1
        var last = min(numbers.count, first + Self.pageLimit - 1)
        let recipient = try Recipient(context)
        var found: [FoundWords.Annotation] = []
        let wanted = SearchWords(query)
        let shown = Set(numbers[(first - 1)..<max(first - 1, last)])
        let written = try await HeavyWork.reading.run(for: identity.key) { [library = services.library] in
            guard let character, HandwrittenPage.isQuery(query) else { return [Int: [HandwrittenPage.Hit]]() }
            let pages = try library.handwriting(of: character.id, for: recipient.audience, on: shown)
            return Dictionary(pages.map { ($0.page, $0.hits(of: query)) }, uniquingKeysWith: { first, _ in first })
        }
        for position in first...max(first, last) where !wanted.isEmpty {
            let subject = try await PictureSubject.find(
                "\(id):\(numbers[position - 1])", for: recipient.audience, identity, services)
            let bytes = try await WrittenPages(services: services).bytes(
                of: subject, for: identity, password: request.headers[.pdfPassword])
            let page = try BoundedJSON.decode(SearchedPage.self, from: bytes)
            let image = try PageImage(of: Size(width: page.width, height: page.height))
            let root = "\(address.owner(id))/canvas/\(position)"
            let certain = page.places(of: wanted).map { (place: $0, certainty: Double?.none) }
            let hits = written[numbers[position - 1]] ?? []
            let places = certain + hits.map { (SearchedPage.Place($0), $0.roundedCertainty) }
            for (index, (place, certainty)) in places.prefix(Self.annotationLimit).enumerated() {
                found.append(
                    FoundWords.Annotation(
                        id: "\(root)/found/\(index + 1)", text: place.text, certainty: certainty,
                        target: "\(root)#xywh=\(place.pixels(of: image))"))
            }
            if found.count >= Self.annotationLimit {
                last = position
                break
            }
        }
        let encoded = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let reader = recipient.audience == .everyone ? "" : "&audience=gm"
        let base = "\(address.owner(id))/search?q=\(encoded)\(reader)"
        let more = last < numbers.count && !wanted.isEmpty
        let result = FoundWords(
            id: first == 1 ? base : "\(base)&page=\(first)", items: found,
            ignored: Self.ignored.filter { !context.query.all($0).isEmpty },
            next: more ? "\(base)&page=\(last + 1)" : nil)
        return try IIIFAddress.answer(
            result, context: FoundWords.words, to: request, for: recipient, isSecret: template.needsPassword)
    }
}

/// What a search has found: an annotation for each place.
private struct FoundWords: Encodable {
    /// The address of the JSON-LD context.
    static let words = "http://iiif.io/api/search/2/context.json"

    struct Annotation: Encodable {
        struct Body: Encodable {
            let type = "TextualBody"
            let value: String
            let format = "text/plain"
            private(set) var purpose: String?
        }

        let id: String
        let type = "Annotation"
        let motivation = "supplementing"
        /// The text. For handwriting, which is a guess, a second one says how sure it is, 0…1 (Web Annotation Vocabulary,
        /// `assessing`).
        let bodies: [Body]
        let target: String

        init(id: String, text: String, certainty: Double?, target: String) {
            bodies = [Body(value: text)] + (certainty.map { [Body(value: "\($0)", purpose: "assessing")] } ?? [])
            (self.id, self.target) = (id, target)
        }

        private enum CodingKeys: CodingKey { case id, type, motivation, body, target }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(type, forKey: .type)
            try container.encode(motivation, forKey: .motivation)
            if bodies.count == 1 {
                try container.encode(bodies[0], forKey: .body)
            } else {
                try container.encode(bodies, forKey: .body)
            }
            try container.encode(target, forKey: .target)
        }
    }

    /// The answer that goes on with the following pages.
    struct Page: Encodable {
        let id: String
        let type = "AnnotationPage"
    }

    private let context = Self.words
    let id: String
    let type = "AnnotationPage"
    let items: [Annotation]
    let ignored: [String]?
    let next: Page?

    init(id: String, items: [Annotation], ignored: [String], next: String?) {
        (self.id, self.items) = (id, items)
        self.ignored = ignored.isEmpty ? nil : ignored
        self.next = next.map { Page(id: $0) }
    }

    private enum CodingKeys: String, CodingKey {
        case context = "@context"
        case id, type, items, ignored, next
    }
}
