// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import SystemPackage

/// `/mappings`: how data of other programs fill the fields of forms.
struct MappingRoutes: RouteGroup {
    let services: Services

    /// The largest list of fields, in bytes and in values.
    private static let fieldsLimit = 4 << 20
    private static let fieldValues = BoundedJSON.Limits(depth: 16, values: 200_000)
    /// The largest file with data, in bytes.
    private static let dataLimit = 16 << 20

    private var shelf: MappingShelf { services.workshop.mappings }

    var routes: [Route] {
        let all = "\(Self.base)/mappings"
        let one = "\(all)/{mapping}"
        return [
            Route(.get, all, list), Route(.post, all, access: .owner, save), Route(.get, one, access: .owner, show),
            Route(.delete, one, access: .owner, remove), Route(.post, "\(one)/matches", access: .owner, match),
            Route(.post, "\(Self.base)/characters/{character}/form/data", fill),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let window = try ListWindow(context.query)
        let entries = try await services.threads.run { shelf.entries() }
        return try Answer.json(window.page(of: entries, id: \.id, as: { $0 }))
    }

    @Sendable private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.segment("mapping")
        return Answer.bytes(try await services.threads.run { try shelf.bytes(of: id) }, type: "application/json")
    }

    @Sendable private func remove(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.segment("mapping")
        try await services.threads.run { try shelf.remove(id) }
        return Answer.empty()
    }

    // MARK: Matching

    private struct MatchWish: Decodable {
        struct Field: Decodable {
            let name: String
            let type: String
            let tooltip: String?
        }
        let fields: [Field]
    }

    private struct Match: Codable {
        let name: String
        let like: String
        var certainty: Double?
    }

    private struct Matches: Encodable {
        /// The name of the mapping's sheet; nil if it has none.
        let sheet: String?
        /// All names that the sheet knows.
        let known: [String]
        let fields: [Match]
    }

    /// Matches fields with those that the mapping knows.
    @Sendable private func match(_ request: Request, _ context: ServerContext) async throws -> Response {
        let file = try shelf.file(try context.segment("mapping"))
        let wish: MatchWish = try await decoded(request, context)
        var names: Set<String> = []
        let fields = wish.fields.filter { !["push", "signature"].contains($0.type) && names.insert($0.name).inserted }
            .map { MappingProposal.Field(name: $0.name, tooltip: $0.tooltip, isTick: $0.type == "check") }
        let found = try await services.engine(for: context.identity).matchFields(
            FieldMatchRequest(fields: fields, mapping: file))
        return try Answer.json(
            Matches(
                sheet: found.sheet, known: found.known,
                fields: found.matches.map { Match(name: $0.field, like: $0.known, certainty: $0.certainty) }))
    }

    private struct NewMapping: Decodable {
        let name: String
        let from: String
        let fields: [Match]
    }

    /// Saves a mapping with the expressions of another one under other names.
    @Sendable private func save(_ request: Request, _ context: ServerContext) async throws -> Response {
        let wish: NewMapping = try await decoded(request, context)
        let name = try NameRule.name.checked(wish.name)
        let file = try shelf.file(wish.from)
        var names: Set<String> = []
        guard wish.fields.allSatisfy({ names.insert($0.name).inserted }) else {
            throw Problem.refused("A field is named twice.", field: "fields")
        }
        let fields = wish.fields.map { MappingProposal.Field(name: $0.like) }
        var request = FieldMatchRequest(fields: fields, mapping: file)
        request.choosesByNames = true
        let source = try await services.engine(for: context.identity).matchFields(request)
        let known = Set(source.known)
        guard let unknown = wish.fields.first(where: { !known.contains($0.like) }) else {
            guard !wish.fields.isEmpty else { throw Problem.refused("No field gets a value.", field: "fields") }
            let mapping = source.mapping(named: name, of: wish.fields.map { ($0.name, $0.like) })
            let saved = try await services.threads.run { try shelf.save(mapping, named: name, services.workshop.quota) }
            return try Answer.json(
                saved.entry, status: saved.wasThere ? .ok : .created,
                headers: [.location: "\(Self.base)/mappings/\(saved.entry.id)"])
        }
        throw Problem.refused("The mapping does not know “\(unknown.like)”.", field: "fields")
    }

    private func decoded<Value: Decodable & Sendable>(_ request: Request, _ context: ServerContext) async throws
        -> Value
    {
        let body = Body(request, context)
        try body.requireType("application/json")
        return try await body.decoded(Value.self, try await body.bytes(limit: Self.fieldsLimit), Self.fieldValues)
    }

    // MARK: Filling

    /// Fills the form of a character with a file of data: values by the names of fields or, with a mapping, data of another
    /// program.
    @Sendable private func fill(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.visibleCharacter()
        try context.identity.requireChanging(id)
        let mapping = try context.query.one("mapping").map { id throws(Problem) in try shelf.file(id) }
        let format = try context.query.one("format").map { name throws(Problem) in
            guard let format = FormDataFormat(rawValue: name) else {
                throw Problem.refused("There is no such format of data.", field: "format")
            }
            return format
        }
        let isPartial = try context.query.flag("partial") ?? false
        let bytes = try await Body(request, context).bytes(limit: Self.dataLimit)
        guard !bytes.isEmpty else { throw Problem.unreadable("The body is empty.") }
        let room = try services.workshop.quota.take(bytes.count)
        let file = FilePath(
            services.workshop.scratch.appendingPathComponent(RequestIdentifier.next()).path)
        defer { unlink(file.string) }
        try await services.threads.run { try Publisher(isPrivate: true).publish(bytes, to: file) }
        var wanted = CharacterFormRequest(
            id, data: FormDataSource(file, format: format), access: request.documentAccess(services))
        (wanted.mapping, wanted.keepsAccepted, wanted.readsFiles) = (mapping, isPartial, false)
        wanted.author = try context.identity.author(for: context.query)
        let result = try await services.engine(for: context.identity).fill(wanted, in: services.library)
        room.settle(0)
        guard result.isSaved else { throw Problem(refusing: result) }
        if !result.changed.isEmpty {
            services.events.tellForm(of: id, names: result.changed, revision: result.revision, by: context.identity)
        }
        return try Answer.json(result)
    }
}
