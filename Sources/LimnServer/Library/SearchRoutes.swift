// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnGeometry
internal import LimnWorker

/// `/search`: where something is written: names, tags, printed words, typed texts, notes, comments on marks, values of forms, and
/// handwriting.
struct SearchRoutes: RouteGroup {
    let services: Services

    var routes: [Route] { [Route(.get, "\(Self.base)/search", search)] }

    /// The number of characters whose forms one search reads, which takes a worker each.
    private static let formLimit = 8

    private enum Kind: String, CaseIterable { case name, tag, text, note, markup, form, printed, handwriting }

    private struct Place: Encodable, Sendable {
        /// The id of the character; nil for printed words of a template that no character shows, and for its name.
        let character: String?
        /// The id of the template, for its name and its printed words.
        private(set) var template: String?
        let name: String
        let kind: String
        /// The permanent number of the page; nil for a value of a form that cannot be read now.
        let page: Int?
        /// The position of the page, from 1.
        private(set) var position: Int?
        /// The left, top, right and bottom edges in page space, in points.
        let box: [Double]?
        /// The width and height of the page, in points.
        private(set) var size: [Double]?
        let text: String
        /// The full name of the field.
        let field: String?
        /// How sure it is that handwriting says the words, 0…1.
        private(set) var certainty: Double?
        let record: CharacterRecord?

        private enum CodingKeys: String, CodingKey {
            case character, template, name, kind, page, position, box, size, text, field, certainty
        }

        init(character: CharacterRecord, page: Int?, kind: String, box: Rect?, text: String, field: String? = nil) {
            (self.character, name, record) = ("\(character.id)", character.name, character)
            (self.page, self.kind, self.field, position) = (page, kind, field, page)
            self.box = box?.roundedEdges
            self.text = Self.shortened(text)
        }

        /// Makes a place in handwriting, whose text is a guess.
        init(_ hit: HandwrittenPage.Hit, of character: CharacterRecord) {
            self.init(
                character: character, page: hit.page, kind: Kind.handwriting.rawValue, box: hit.box, text: hit.line)
            certainty = hit.roundedCertainty
        }

        /// Makes the place of a template's name.
        init(template: TemplateRecord) {
            (character, self.template, name, record) = (nil, "\(template.id)", template.name, nil)
            (page, kind, field, position, box) = (nil, Kind.name.rawValue, nil, nil, nil)
            text = Self.shortened(template.name)
        }

        /// Makes the place of printed words.
        ///
        /// - Parameter shown: a character that shows the page, with the page's permanent number and its position.
        init(_ printed: PrintedSearch.Place, shown: (record: CharacterRecord, page: Int, position: Int)?) {
            (character, record) = (shown.map { "\($0.record.id)" }, shown?.record)
            (template, name) = ("\(printed.template.id)", shown?.record.name ?? printed.template.name)
            (page, position) = (shown?.page ?? printed.page, shown?.position ?? printed.page)
            (kind, field, box) = (Kind.printed.rawValue, nil, printed.edges)
            size = [printed.size.width, printed.size.height]
            text = Self.shortened(printed.text)
        }

        private static func shortened(_ text: String) -> String {
            text.count > 200 ? "\(text.prefix(199))…" : text
        }

        /// Returns the place with the size and the position of its page.
        func on(_ size: Size, position: Int) -> Place {
            var place = self
            (place.size, place.position) = ([size.width, size.height], position)
            return place
        }
    }

    private struct List: Encodable {
        let items: [Place]
        /// Whether there is more than what is listed.
        let hasMore: Bool
    }

    @Sendable private func search(_ request: Request, _ context: ServerContext) async throws -> Response {
        let text = try context.query.one("q") ?? ""
        let limit = try context.query.integer("limit", in: 1...200) ?? 50
        let kinds = try context.query.one("kinds").map { names throws(Problem) in
            try names.split(separator: ",").map { name throws(Problem) in
                guard let kind = Kind(rawValue: String(name)) else {
                    throw Problem.unreadable(
                        "“kinds” takes some of \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).",
                        field: "kinds")
                }
                return kind
            }
        }
        let wanted = Set(kinds ?? Kind.allCases)
        let (identity, words) = (context.identity, SearchWords(text))
        let headers: HTTPFields = [.cacheControl: "private, no-store"]
        guard !words.isEmpty else { return try Answer.json(List(items: [], hasMore: false), headers: headers) }
        // Pages that have changed since the last search are read, whatever ink they have.
        let (visible, typed, filled, written) = try await HeavyWork.reading.run(for: identity.key) {
            [texts = services.texts, library = services.library] in
            let visible = try library.characters().filter { identity.maySee($0.id) }
            let filled = try library.characters(CharacterFilter(search: text)).filter { identity.maySee($0.id) }
            let texts = try texts.places(of: words, in: visible, library, for: identity, limit: limit + 1) { text in
                wanted.contains(Kind(rawValue: text.kind.rawValue) ?? .text)
            }
            let handwriting =
                wanted.contains(.handwriting)
                ? try library.places(of: text, in: visible, for: identity, limit: limit + 1) : []
            return (visible, texts, filled, handwriting)
        }
        var places = try await named(words, visible, wanted, identity)
        places += typed.map { place in
            Place(
                character: place.character, page: place.page, kind: place.text.kind.rawValue, box: place.text.box,
                text: place.text.text)
        }
        if wanted.contains(.form) { places += try await values(words, in: filled, context, limit: limit + 1) }
        places += written.map { Place($0.hit, of: $0.character) }
        places = try await services.withLibrary { [places] library in
            var known: [String: (pages: CharacterPages, positions: [Int: Int])] = [:]
            return places.map { place in
                guard let record = place.record, record.template != nil, let page = place.page else { return place }
                // A template or a list that is damaged does not hide what was found.
                let id = "\(record.id)"
                if known[id] == nil, let pages = try? library.pages(of: record) {
                    known[id] = (pages, pages.list.positions)
                }
                guard let (pages, positions) = known[id], let position = positions[page] else {
                    return place
                }
                return place.on(pages.geometry[position - 1].size, position: position)
            }
        }
        var isMore = places.count > limit
        if wanted.contains(.printed), !isMore {
            let printed = try await PrintedSearch(services: services, identity: identity).places(
                of: words, in: visible, limit: limit + 1 - places.count, access: request.documentAccess(services))
            places += try await services.withLibrary { library in
                var lists: [TemplateID: [ShownPages]] = [:]
                let found = printed.places.map { place in
                    Place(place, shown: Self.character(showing: place, among: visible, in: library, &lists))
                }
                // What somebody can open comes first.
                return found.filter { $0.character != nil } + found.filter { $0.character == nil }
            }
            isMore = printed.isMore || places.count > limit
        }
        return try Answer.json(List(items: Array(places.prefix(limit)), hasMore: isMore), headers: headers)
    }

    /// Returns the characters and templates whose names or tags hold all words.
    private func named(
        _ words: SearchWords, _ characters: [CharacterRecord], _ wanted: Set<Kind>, _ identity: Identity
    ) async throws -> [Place] {
        var places: [Place] = []
        for character in characters {
            if wanted.contains(.name), words.occur(in: character.name) {
                places.append(
                    Place(character: character, page: nil, kind: Kind.name.rawValue, box: nil, text: character.name))
            }
            for tag in character.tags where wanted.contains(.tag) && words.occur(in: tag) {
                places.append(Place(character: character, page: nil, kind: Kind.tag.rawValue, box: nil, text: tag))
            }
        }
        guard wanted.contains(.name) else { return places }
        return try await services.withLibrary { [places] library in
            let seen = try identity.visibleTemplates(in: library)
            return places
                + (try library.templates().filter { seen?.contains($0.id) ?? true && words.occur(in: $0.name) }.map {
                    Place(template: $0)
                })
        }
    }

    private typealias ShownPages = (record: CharacterRecord, pages: [PageList.Page])
    /// The number of characters of one template that are looked at.
    private static let sharingLimit = 50

    /// Returns the character that was changed last of those that show a page of a template, with the page's permanent number
    /// and its position there.
    ///
    /// - Parameter lists: the pages of characters that are known already.
    private static func character(
        showing place: PrintedSearch.Place, among characters: [CharacterRecord], in library: Library,
        _ lists: inout [TemplateID: [ShownPages]]
    ) -> (record: CharacterRecord, page: Int, position: Int)? {
        if lists[place.template.id] == nil {
            let sharing = characters.filter { $0.template == place.template.id }.sorted { $0.modified > $1.modified }
            lists[place.template.id] = sharing.prefix(Self.sharingLimit).compactMap { record in
                (try? library.pages(of: record)?.list.pages).map { (record, $0) }
            }
        }
        for (record, pages) in lists[place.template.id] ?? [] {
            let index = pages.firstIndex { page in
                if case .template(place.page) = page.content { page.turn == .none } else { false }
            }
            if let index { return (record, pages[index].number, index + 1) }
        }
        return nil
    }

    /// Returns the values of forms in which the words occur.
    private func values(
        _ words: SearchWords, in characters: [CharacterRecord], _ context: ServerContext, limit: Int
    ) async throws -> [Place] {
        var places: [Place] = []
        var read = 0
        for character in characters where places.count < limit {
            let entries = try await services.withLibrary { try? $0.formValues(of: character.id).entries }
            let found = (entries ?? [:]).filter { words.occur(in: $0.value) }
            guard !found.isEmpty else { continue }
            read += 1
            // A form that cannot be read now, such as a locked one, is told without its page.
            let form =
                read > Self.formLimit
                ? nil
                : try? await services.engine(for: context.identity).form(
                    of: character.id, in: services.library, access: Access()
                ).read.form
            for (name, value) in found.sorted(by: { $0.key < $1.key }) {
                let widget = form?.fields.first { $0.name == name }?.widgets.first { !$0.isHidden && !$0.pages.isEmpty }
                places.append(
                    Place(
                        character: character, page: widget?.pages.first.map { $0 + 1 }, kind: Kind.form.rawValue,
                        box: widget?.rect, text: Self.text(of: value), field: name))
            }
        }
        return places
    }

    private static func text(of value: FieldEntry) -> String {
        switch value {
        case .text(let text), .number(let text): text
        case .list(let texts): texts.joined(separator: ", ")
        case .flag, .picture: ""
        }
    }
}

/// The typed texts and notes of pages, which are read once for each revision of a page.
final class WrittenTexts: Sendable {
    /// A text on a page of a character.
    struct Place: Sendable {
        let character: CharacterRecord
        let page: Int
        let text: PageText
    }

    private struct Known: Sendable {
        let revision: Int
        let texts: [PageText]
    }

    private let known = Monitor<[CharacterPage: Known]>([:])
    /// The number of pages whose texts are kept.
    private static let limit = 20_000

    /// Returns the texts in which words occur, in the order of characters and pages. Players and viewers get none that are
    /// for the game master, and nobody gets those of removed pages.
    ///
    /// - Parameter isWanted: returns whether a text counts.
    func places(
        of words: SearchWords, in characters: [CharacterRecord], _ library: Library, for identity: Identity, limit: Int,
        where isWanted: (PageText) -> Bool = { _ in true }
    ) throws(LibraryError) -> [Place] {
        var places: [Place] = []
        for character in characters {
            // A character that has just been removed has no texts.
            let positions = character.pageList?.positions
            for page in (try? library.drawnPages(of: character.id)) ?? []
            where page.objectCount > 0 && positions.map({ $0[page.page] != nil }) ?? true {
                for text in texts(of: CharacterPage(character.id, page: page.page), at: page.revision, library)
                where text.contains(words) && isWanted(text) && (identity.isOwner || text.audience == .everyone) {
                    places.append(Place(character: character, page: page.page, text: text))
                    if places.count >= limit { return places }
                }
            }
        }
        return places
    }

    /// Returns the texts of a page. Damaged ink has none.
    private func texts(of page: CharacterPage, at revision: Int, _ library: Library) -> [PageText] {
        if let found = known.withLock({ $0[page] }), found.revision == revision { return found.texts }
        guard let drawing = try? library.drawing(on: page) else { return [] }
        let texts = PageText.all(in: drawing.drawing)
        known.withLock { known in
            if known.count >= Self.limit { known = [:] }
            known[page] = Known(revision: drawing.revision, texts: texts)
        }
        return texts
    }
}
