// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn

/// `/characters`: filled copies of templates.
struct CharacterRoutes: RouteGroup {
    let services: Services

    var routes: [Route] {
        let one = "\(Self.base)/characters/{character}"
        return [
            Route(.get, "\(Self.base)/characters", list),
            Route(.post, "\(Self.base)/characters", access: .owner, create),
            Route(.get, one, show),
            Route(.patch, one, change),
            Route(.delete, one, remove),
            Route(.post, "\(one)/restore", restore),
            Route(.post, "\(one)/duplicate", duplicate),
        ]
    }

    /// The bytes that a character without ink takes.
    private static let recordBytes = 4096

    // MARK: Lists

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        var filter = CharacterFilter(
            search: try context.query.one("q"), favoritesOnly: try context.query.flag("favorite") ?? false,
            tags: context.query.all("tag"))
        if let text = try context.query.one("template") {
            guard let id = TemplateID(text) else {
                throw Problem.unreadable("“template” is not an id.", field: "template")
            }
            filter.template = id
        }
        let order = try CharacterOrder(try context.query.one("sort"))
        let window = try ListWindow(context.query)
        let (identity, wanted) = (context.identity, filter)
        let words = SearchWords(wanted.search ?? "")
        let page = try await services.withLibrary { [texts = services.texts] library in
            var records = try library.characters(wanted).filter { identity.maySee($0.id) }
            if !words.isEmpty {
                // What is written on pages is found, too.
                var others = wanted
                others.search = nil
                let found = Set(records.map(\.id))
                let rest = try library.characters(others).filter { identity.maySee($0.id) && !found.contains($0.id) }
                let places = try texts.places(of: words, in: rest, library, for: identity, limit: .max)
                let written = Set(places.map(\.character.id))
                records += rest.filter { written.contains($0.id) }
            }
            let part = window.part(of: order.sorted(records)) { "\($0.id)" }
            return ListWindow.Page(items: try CharacterSummary.all(Array(part.records), in: library), next: part.next)
        }
        return try Answer.json(page)
    }

    // MARK: One character

    private struct New: Decodable {
        let name: String
        let template: String?
        let favorite: Bool?
        let tags: [String]?
        let lastPage: Int?
    }

    @Sendable private func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let new = try await Body(request, context).json(New.self)
        var template: TemplateID?
        if let text = new.template {
            guard let id = TemplateID(text) else {
                throw Problem.refused("There is no such template.", field: "template")
            }
            template = id
        }
        if let page = new.lastPage, !(1...1_000_000).contains(page) {
            throw Problem.refused("Pages are numbered from 1.", field: "lastPage")
        }
        let character = NewCharacter(
            name: new.name, template: template, isFavorite: new.favorite ?? false, tags: new.tags ?? [],
            lastPage: new.lastPage)
        let room = try services.workshop.quota.take(Self.recordBytes)
        let details = try await services.withLibrary { library in
            do throws(LibraryError) {
                return try CharacterDetails(of: try library.createCharacter(character).id, in: library)
            } catch {
                guard error.code == .notFound else { throw error }
                throw Problem.refused("There is no such template.", field: "template")
            }
        }
        room.settle(Self.recordBytes)
        let id = details.summary.record.id
        services.events.tellCharacter(id, .created)
        return try Answer.json(details, status: .created, headers: [.location: "\(Self.base)/characters/\(id)"])
    }

    @Sendable private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.visibleCharacter()
        let identity = context.identity
        return try Answer.json(try await services.withLibrary { try $0.details(of: id, for: identity) })
    }

    @Sendable private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.visibleCharacter()
        try context.identity.requireChanging(id)
        let changes = try await Body(request, context).json(CharacterChanges.self)
        let identity = context.identity
        let details = try await services.withLibrary { library in
            try changes.apply(to: id, in: library, by: identity)
            return try library.details(of: id, for: identity)
        }
        services.events.tellCharacter(id, .changed)
        return try Answer.json(details)
    }

    @Sendable private func remove(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.knownCharacter()
        let isForGood = try context.query.flag("permanently") ?? false
        if !context.identity.isOwner {
            try context.identity.requireSeeing(id)
            try context.identity.requireOwner()
        }
        try await services.withLibrary { library in
            do throws(LibraryError) { try library.removeCharacter(id) } catch {
                // A character in the trash can still be deleted permanently.
                guard isForGood, error.code == .notFound else { throw error }
            }
            guard isForGood else { return }
            guard try !library.deleteFromTrash(removedBefore: nil, only: [.character(id)]).isEmpty else {
                throw Problem.noCharacter
            }
        }
        services.events.tellCharacter(id, .removed)
        return Answer.empty()
    }

    @Sendable private func restore(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.knownCharacter()
        if !context.identity.isOwner {
            try context.identity.requireSeeing(id)
            try context.identity.requireOwner()
        }
        let (wasRemoved, details) = try await services.withLibrary { library in
            // A character that is back already is no error, so that clients can repeat the request.
            let wasRemoved = try library.trash().contains { $0.id == .character(id) }
            if wasRemoved { try library.restoreFromTrash(.character(id)) }
            return (wasRemoved, try CharacterDetails(of: id, in: library))
        }
        if wasRemoved { services.events.tellCharacter(id, .created) }
        return try Answer.json(details)
    }

    private struct Copy: Decodable {
        let name: String?
    }

    @Sendable private func duplicate(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.visibleCharacter()
        try context.identity.requireOwner()
        let hasBody = request.headers[.contentType] != nil
        let name = hasBody ? try await Body(request, context).json(Copy.self).name : nil
        let size = try await services.withLibrary { try $0.storedSize(of: id) } + Self.recordBytes
        let room = try services.workshop.quota.take(size)
        let details = try await services.withLibrary { library in
            let original = try library.character(id)
            let copy = try library.duplicateCharacter(id, named: name ?? "\(original.name) (copy)")
            return try CharacterDetails(of: copy.id, in: library)
        }
        room.settle(size)
        let copy = details.summary.record.id
        services.events.tellCharacter(copy, .created)
        return try Answer.json(details, status: .created, headers: [.location: "\(Self.base)/characters/\(copy)"])
    }
}

extension ServerContext {
    /// Returns the id of the character in the path. The character need not exist.
    ///
    /// - Throws: ``Problem`` with status 404 if the segment is not an id.
    func knownCharacter() throws(Problem) -> CharacterID {
        guard let id = CharacterID(try segment("character")) else { throw Problem.noCharacter }
        return id
    }

    /// Returns the id of the character in the path.
    ///
    /// - Throws: ``Problem`` with status 404 if the person may not see the character.
    func visibleCharacter() throws(Problem) -> CharacterID {
        let id = try knownCharacter()
        try identity.requireSeeing(id)
        return id
    }
}
