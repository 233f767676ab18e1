// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnFiles

/// The history of the person who asks: what the person changed last in a character, on whichever page, taken back and
/// done again. Nobody takes back what somebody else did.
struct OwnHistoryRoutes: RouteGroup {
    let services: Services

    var routes: [Route] {
        let one = "\(Self.base)/characters/{character}"
        return [
            Route(.get, "\(one)/history", show), Route(.post, "\(one)/undo", undo), Route(.post, "\(one)/redo", redo),
        ]
    }

    @Sendable private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.visibleCharacter()
        let author = context.identity.author
        let history = try await services.withLibrary { try $0.ownHistory(of: id, by: author) }
        return try Answer.json(
            ["undo": history.done, "redo": history.undone], headers: [.cacheControl: "private, no-cache"])
    }

    @Sendable private func undo(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await step(.undo, request, context)
    }

    @Sendable private func redo(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await step(.redo, request, context)
    }

    private struct Wanted: Decodable {
        /// The change that the person means, as ``show(_:_:)`` lists it; nil for the last one.
        let change: Int?
    }

    private func step(
        _ direction: OwnDirection, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        let id = try context.visibleCharacter()
        let identity = context.identity
        try identity.requireChanging(id)
        let bytes = try await Body(request, context).bytes(limit: Body.optionsLimit)
        let wanted = bytes.isEmpty ? nil : try Body.decode(Wanted.self, bytes).change
        let moved = try await services.withLibrary { library in
            wanted == nil && identity.isOwner ? try Self.move(direction, id, library) : nil
        }
        if let moved {
            services.events.tellCharacter(id, .changed)
            return try Answer.json(moved)
        }
        let made = try await HeavyWork.shared.run(for: identity.key) { [library = services.library] in
            try library.takeBack(direction, of: id, by: identity.author, expecting: wanted) {
                (edit, layers) throws(LibraryError) in
                if !identity.isOwner { try PrivateItems.check(edit, of: layers) }
            }
        }
        guard let made else { throw Problem(.conflict, "conflict", "There is nothing to undo or to redo.") }
        services.edits.tell(made.pages, of: id, by: identity)
        if let form = made.form { services.events.tellForm(of: id, form, by: identity) }
        services.events.tellCharacter(id, made.form?.edit.pages == nil ? .changed : .pages)
        let (details, history) = try await services.withLibrary { library in
            (try library.details(of: id, for: identity), try library.ownHistory(of: id, by: identity.author))
        }
        return try Answer.json(OwnStepView(details: details, step: made, history: history))
    }

    /// Undoes or redoes a move to another edition of the template if that is the character's next step.
    private static func move(
        _ direction: OwnDirection, _ id: CharacterID, _ library: Library
    ) throws(LibraryError) -> OwnStepView? {
        guard try library.movesTemplate(direction, id) else { return nil }
        _ = direction == .undo ? try library.undo(id) : try library.redo(id)
        return OwnStepView(details: try CharacterDetails(of: id, in: library))
    }
}

/// A character after a step in a person's history, with what was changed.
private struct OwnStepView: Encodable, Sendable {
    let details: CharacterDetails
    /// The step; nil for a move to another edition.
    var step: OwnStep?
    var history = OwnHistory()

    private enum Key: String, CodingKey { case kind, page, revision, change, changed, undo, redo }

    private struct Page: Encodable {
        let page: Int
        let revision: Int
    }

    private var kind: String {
        guard let step else { return "edition" }
        guard step.form?.edit.pages == nil else { return "pages" }
        guard let first = step.pages.first else { return "form" }
        return first.change.edit.removed.isEmpty && first.change.edit.inserted.isEmpty ? "layers" : "ink"
    }

    func encode(to encoder: any Encoder) throws {
        try details.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(step?.pages.first?.page, forKey: .page)
        try container.encode(step?.pages.first?.change.revision ?? step?.form?.revision, forKey: .revision)
        try container.encode(step?.version, forKey: .change)
        let pages = step?.pages.map { Page(page: $0.page, revision: $0.change.revision) } ?? []
        try container.encode(pages, forKey: .changed)
        try container.encode(history.done.last, forKey: .undo)
        try container.encode(history.undone.last, forKey: .redo)
    }
}

extension Identity {
    /// Identifies the person in the library's list of authors.
    var author: String { ContentHash(Array(key.utf8)).description }

    /// Returns the author of a change, with the marks in a query: `mark` names the change later, and `takesBack` is the mark of
    /// the person's change that this one takes back.
    ///
    /// - Throws: ``Problem`` with status 400 for a mark that is too long.
    func author(for query: Query) throws(Problem) -> EditAuthor {
        func hash(_ name: String) throws(Problem) -> String? {
            guard let mark = try query.one(name) else { return nil }
            guard (1...255).contains(mark.utf8.count) else {
                throw Problem.unreadable("A mark has 1 to 255 characters.", field: name)
            }
            return EditKeys.hash(mark, of: self)
        }
        return EditAuthor(author, key: try hash("mark"), takingBack: try hash("takesBack"))
    }
}
