// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnGeometry

/// `/characters/{id}/pages`: the pages of a character in their order, and changes of them.
///
/// With `q`, only the pages are listed on which the words may be printed one after another, each with the number of places
/// if that is known, and those whose handwriting may say the words, with the places.
///
/// A page has a permanent number, which all addresses take, and a position. They differ only after changes of the pages.
struct CharacterPageRoutes: RouteGroup {
    let services: Services

    var routes: [Route] {
        let pages = "\(Self.base)/characters/{character}/pages"
        return [Route(.get, pages, list), Route(.post, pages, change)]
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (id, identity) = (try context.visibleCharacter(), context.identity)
        let query = try context.query.one("q") ?? ""
        let words = SearchWords(query)
        let isWhole = try context.query.flag("whole") ?? false
        if !words.isEmpty,
            let template = try await services.withLibrary({ library in
                try library.character(id).template.map { try library.template($0) }
            })
        {
            try await services.workshop.secretTemplates.refuse(
                template, to: identity, access: request.documentAccess(services), services)
        }
        let pages = try await services.withLibrary { try Self.states(of: id, for: identity, in: $0) }
        if words.isEmpty { return try Answer.json(["items": pages]) }
        // Searching a long text takes a while, so people take turns.
        let (matches, written) = try await HeavyWork.reading.run(for: identity.key) { [library = services.library] in
            let character = try library.character(id)
            let places = try library.places(
                of: query, isWhole: isWhole, in: [character], for: identity, limit: Self.placeLimit)
            let written = Dictionary(grouping: places.map(\.hit), by: \.page)
            guard let template = character.template else { return ([Int: PrintedMatches]?.none, written) }
            let found = try PrintedSearch.matches(
                words, of: try library.template(template), isWhole: isWhole, in: library)
            return (Dictionary(uniqueKeysWithValues: found.map { ($0.page, $0) }), written)
        }
        let found = pages.compactMap { page -> PageState? in
            var page = page
            let number = page.page
            let hits = written[number] ?? []
            page.handwriting = hits.map { HandwrittenPlace($0) }
            guard let matches else { return page }
            let match = page.template.flatMap { matches[$0] }
            guard match != nil || !hits.isEmpty else { return nil }
            page.count = match.map(\.count) ?? 0
            return page
        }
        return try Answer.json(["items": found])
    }

    /// The maximum number of places in handwriting that are listed.
    private static let placeLimit = 1000

    private static func states(
        of id: CharacterID, for identity: Identity, in library: Library
    ) throws -> [PageState] {
        let character = try library.character(id)
        let drawn = Dictionary(
            uniqueKeysWithValues: try library.drawnPages(of: id, for: identity).map { ($0.page, $0) })
        guard let pages = try library.pages(of: character) else {
            // The pages of an orphan are those that have ink.
            return drawn.keys.sorted().map { PageState(number: $0, position: $0, drawn[$0]) }
        }
        return zip(pages.list.pages, pages.geometry).enumerated().map { index, page in
            let number = page.0.number
            return PageState(page.0, size: page.1.size, position: index + 1, drawn[number])
        }
    }

    // MARK: Changes

    /// A change of pages, which are named by their permanent numbers.
    private struct Wanted: Decodable {
        let action: String
        let page: Int?
        let before: Int?
        let after: Int?
        let paper: String?
        let width: Double?
        let height: Double?
        let ink: Bool?
        let rotation: Int?

        var change: PageListAction {
            get throws(Problem) {
                switch action {
                case "insert": .insert(try kind, size: try size, try place)
                case "duplicate": .duplicate(try subject, withInk: ink ?? true)
                case "move": .move(try subject, try place)
                case "rotate": .turn(try subject, try turn)
                case "remove": .remove(try subject)
                default:
                    throw Problem.unreadable(
                        "“action” must be insert, duplicate, move, rotate or remove.", field: "action")
                }
            }
        }

        private var subject: Int {
            get throws(Problem) {
                guard let page else { throw Problem.unreadable("“page” must name the page.", field: "page") }
                return page
            }
        }

        private var place: PageListAction.Place {
            get throws(Problem) {
                switch (before, after) {
                case (let page?, nil): return .before(page)
                case (nil, let page?): return .after(page)
                default:
                    throw Problem.unreadable("Either “before” or “after” must name a page.", field: "before")
                }
            }
        }

        private var kind: PageList.Paper {
            get throws(Problem) {
                guard let kind = PageList.Paper(rawValue: paper ?? "plain") else {
                    throw Problem.unreadable("“paper” must be plain, lined, dotted or squared.", field: "paper")
                }
                return kind
            }
        }

        private var size: Size? {
            get throws(Problem) {
                switch (width, height) {
                case (nil, nil): return nil
                case (let width?, let height?): return Size(width: width, height: height)
                default: throw Problem.unreadable("A size needs “width” and “height”.", field: "width")
                }
            }
        }

        private var turn: PageGeometry.Rotation {
            get throws(Problem) {
                let degrees = rotation ?? 90
                let turn = PageGeometry.Rotation(degrees: degrees % 360)
                guard degrees.isMultiple(of: 90), turn != .none else {
                    throw Problem.unreadable("“rotation” must be 90, 180 or 270.", field: "rotation")
                }
                return turn
            }
        }
    }

    private struct Made: Encodable {
        let page: Int
        let revision: Int
        let items: [PageState]
    }

    /// The bytes that a change takes besides its ink and its lists.
    private static let recordBytes = 4096

    /// Returns the most bytes that a change takes. The journal has the list before and after, and a turn has all ink of
    /// its page before and after.
    private static func size(
        of action: PageListAction, on id: CharacterID, in library: Library
    ) throws(LibraryError) -> Int {
        let list = 3 * ((try library.character(id).pageList?.coded.utf8.count ?? 0) + recordBytes)
        switch action {
        case .duplicate(let page, withInk: true):
            return list + 2 * (try library.storedSize(of: CharacterPage(id, page: page)))
        case .turn(let page, _): return list + 4 * (try library.storedSize(of: CharacterPage(id, page: page)))
        case .insert, .duplicate, .move, .remove: return list
        }
    }

    @Sendable private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (id, identity) = (try context.visibleCharacter(), context.identity)
        try identity.requireChanging(id)
        let action = try await Body(request, context).json(Wanted.self).change
        let author = try identity.author(for: context.query)
        let size = try await services.withLibrary { try Self.size(of: action, on: id, in: $0) }
        let room = try services.workshop.quota.take(size)
        let made = try await HeavyWork.shared.run(for: identity.key) { [library = services.library] in
            try library.changePages(action, of: id, by: author)
        }
        room.settle(size)
        services.edits.tell(made.pages, of: id, by: identity)
        services.events.tellForm(of: id, names: [], revision: made.formRevision, by: identity)
        services.events.tellCharacter(id, .pages)
        let items = try await services.withLibrary { try Self.states(of: id, for: identity, in: $0) }
        return try Answer.json(Made(page: made.page, revision: made.formRevision, items: items))
    }
}

/// A page of a character.
private struct PageState: Encodable, Sendable {
    /// The permanent number.
    let page: Int
    /// The position, from 1.
    let position: Int
    /// The page of the template; nil for paper.
    let template: Int?
    /// What is printed on the paper; nil for a page of the template.
    let paper: String?
    /// The degrees by which the page is turned clockwise.
    let rotation: Int
    let width: Double?
    let height: Double?
    let revision: Int
    let strokes: Int
    let items: Int
    let canUndo: Bool
    let canRedo: Bool
    /// The number of places in which the words of a search are printed; nil if it is not known, or without a search.
    var count: Int?
    /// The places whose handwriting may say the words of a search; nil without a search.
    var handwriting: [HandwrittenPlace]?

    /// Makes a page without a template.
    init(number: Int, position: Int, _ summary: PageSummary?) {
        self.init(number: number, position: position, template: nil, paper: nil, rotation: 0, size: nil, summary)
    }

    init(_ page: PageList.Page, size: Size, position: Int, _ summary: PageSummary?) {
        var (template, paper): (Int?, String?) = (nil, nil)
        switch page.content {
        case .template(let number): template = number
        case .paper(let kind, _): paper = kind.rawValue
        }
        self.init(
            number: page.number, position: position, template: template, paper: paper,
            rotation: page.turn.rawValue, size: size, summary)
    }

    private init(
        number: Int, position: Int, template: Int?, paper: String?, rotation: Int, size: Size?,
        _ summary: PageSummary?
    ) {
        (page, self.position, self.template, self.paper) = (number, position, template, paper)
        (self.rotation, width, height) = (rotation, size?.width, size?.height)
        revision = summary?.revision ?? 0
        strokes = summary?.strokeCount ?? 0
        items = summary?.objectCount ?? 0
        canUndo = summary?.canUndo ?? false
        canRedo = summary?.canRedo ?? false
    }
}
