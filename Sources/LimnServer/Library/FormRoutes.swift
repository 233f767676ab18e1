// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnFiles

/// `/characters/{id}/form`: a character's values for the fields of its template.
struct FormRoutes: RouteGroup {
    let services: Services

    /// The largest size of a body, in bytes. It may contain pictures.
    private static let limit = 48 << 20

    var routes: [Route] {
        let form = "\(Self.base)/characters/{character}/form"
        return [
            Route(.get, form, show), Route(.put, form, change), Route(.post, "\(form)/undo", undo),
            Route(.post, "\(form)/redo", redo),
        ]
    }

    @Sendable private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await answer(try context.visibleCharacter(), request, context)
    }

    @Sendable private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.visibleCharacter()
        try context.identity.requireChanging(id)
        guard let expected = try request.expectedRevision(), expected.isNamed else {
            throw Problem(
                HTTPResponse.Status(code: 428, reasonPhrase: "Precondition Required"), "missing-revision",
                "Values need the revision of the form that they change: name it with If-Match.")
        }
        let (given, room) = try await values(request, context)
        if let misfit = given.misfit {
            throw Problem.refused(
                "A value must be a text, a number, true or false, a list of texts, a picture, or null.", field: misfit)
        }
        var wanted = CharacterFormRequest(id, entries: given.entries, access: request.documentAccess(services))
        (wanted.removed, wanted.pictures, wanted.readsFiles) = (given.removed, given.pictures, false)
        wanted.expectedRevision = expected.revision
        wanted.author = try context.identity.author(for: context.query)
        let result = try await fill(wanted, for: context.identity)
        guard result.isSaved else { throw Problem(refusing: result) }
        room.settle()
        if !result.changed.isEmpty {
            services.events.tellForm(of: id, names: result.changed, revision: result.revision, by: context.identity)
        }
        return try await answer(id, request, context)
    }

    /// Reads the body, and reserves the room that it takes.
    private func values(
        _ request: Request, _ context: ServerContext
    ) async throws -> (GivenValues, StorageQuota.Reservation) {
        let body = Body(request, context)
        try body.requireType("application/json")
        let bytes = try await body.bytes(limit: Self.limit)
        let room = try services.workshop.quota.take(bytes.count)
        return (
            try await HeavyWork.shared.run(on: bytes.count, for: context.identity.key) {
                try Body.decode(GivenValues.self, bytes)
            }, room
        )
    }

    /// Stores values.
    ///
    /// - Throws: ``Problem`` with status 412 and the current revision where the form has changed meanwhile.
    private func fill(_ wanted: CharacterFormRequest, for identity: Identity) async throws -> CharacterFormResult {
        do {
            return try await services.engine(for: identity).fill(wanted, in: services.library)
        } catch let error where error.code == .stale {
            let current = try await services.withLibrary { try $0.formValues(of: wanted.character).revision }
            throw Problem(
                .preconditionFailed, "stale-revision", error.sentence, members: ["currentRevision": .number(current)])
        }
    }

    @Sendable private func undo(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await step(request, context) { try $0.undoForm(of: $1, expecting: $2) }
    }

    @Sendable private func redo(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await step(request, context) { try $0.redoForm(of: $1, expecting: $2) }
    }

    private func step(
        _ request: Request, _ context: ServerContext,
        _ change: @escaping @Sendable (Library, CharacterID, Int?) throws -> FormChange?
    ) async throws -> Response {
        let id = try context.visibleCharacter()
        try context.identity.requireChanging(id)
        let expected = try request.expectedRevision()?.revision
        let made = try await services.withLibrary { try change($0, id, expected) }
        guard let made else { throw Problem(.conflict, "conflict", "There is nothing to undo or to redo.") }
        services.events.tellForm(of: id, made, by: context.identity)
        return try await answer(id, request, context)
    }

    /// Returns the current form. The entity tag is the revision of the values.
    private func answer(_ id: CharacterID, _ request: Request, _ context: ServerContext) async throws -> Response {
        let form = try await services.engine(for: context.identity).form(
            of: id, in: services.library, access: request.documentAccess(services))
        return try Answer.json(
            CharacterFormView(form: form),
            headers: [.eTag: "\"\(form.values.revision)\"", .cacheControl: "private, no-cache"])
    }
}

/// The form of a character as JSON. `values` contains the values of all fields, `given` only those that the character
/// sets, and `places` the positions of the fields.
private struct CharacterFormView: Encodable {
    let form: CharacterForm

    private enum Key: CodingKey { case values, places }

    func encode(to encoder: any Encoder) throws {
        try form.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        let fields = form.read.form.fields
        let values = Dictionary(fields.map { ($0.name, Self.value(of: $0)) }) { first, _ in first }
        try container.encode(values, forKey: .values)
        try container.encode(FormPlaces(of: form.read.form), forKey: .places)
    }

    private static func value(of field: FormField) -> JSONValue {
        let values = field.exportedValues.map { JSONValue.text($0) }
        if field.kind == .list, field.flags.contains(.multiSelect) { return .list(values) }
        return values.first ?? .null
    }
}

/// The body of a change. Fields that it does not name stay unchanged; null restores the template's value.
private struct GivenValues: Decodable {
    private(set) var entries: [FormRow.Entry] = []
    private(set) var removed: Set<String> = []
    private(set) var pictures: [String: [UInt8]] = [:]
    /// The name of a field whose value has an unsupported type; nil if there is none.
    private(set) var misfit: String?

    private enum Key: CodingKey { case values }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let values = try container.decode([String: JSONValue].self, forKey: .values)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let entry = entry(value) else {
                if value == .null {
                    removed.insert(name)
                    continue
                }
                misfit = name
                return
            }
            entries.append(FormRow.Entry(name, entry))
        }
    }

    /// Converts a JSON value to an entry for a field, and collects new pictures.
    ///
    /// - Returns: the entry for a field; nil for null, and for values of unsupported types.
    private mutating func entry(_ value: JSONValue) -> FieldEntry? {
        switch value {
        case .null: return nil
        case .flag(let flag): return .flag(flag)
        case .integer(let number): return .number("\(number)")
        case .number(let number): return .number("\(number)")
        case .text(let text): return .text(text)
        case .list(let list):
            let texts = list.compactMap { if case .text(let text) = $0 { text } else { nil } }
            return texts.count == list.count ? .list(texts) : nil
        case .object(let object):
            guard object.count == 1, case .text(let text)? = object["picture"] else { return nil }
            // An existing picture of the character is given by its hash, a new picture as Base64.
            if ContentHash(text) == nil, let data = Data(base64Encoded: text) {
                let name = "picture \(pictures.count + 1)"
                pictures[name] = Array(data)
                return .picture(path: name)
            }
            return .picture(path: text)
        }
    }
}

extension Problem {
    /// Creates a problem with status 422 for the first refused field. If several fields are refused, the member
    /// `fields` names all of them.
    init(refusing result: CharacterFormResult) {
        let refused = result.fields.filter { $0.outcome == .refused }
        let sentence = refused.first?.reason ?? result.diagnostics.first?.text ?? "The values were refused."
        self = .refused(sentence, field: refused.first?.name)
        if refused.count > 1 { members["fields"] = .texts(refused.map(\.name)) }
    }
}

/// The revision in an `If-Match` field.
struct ExpectedRevision {
    /// The revision; nil for `*`, which matches any revision.
    let revision: Int?
    /// Whether the field names a revision.
    var isNamed: Bool { revision != nil }
}

extension Request {
    /// Returns the revision that the client expects; nil if there is no `If-Match` field.
    ///
    /// - Throws: ``Problem`` with status 412 if the field does not name exactly one revision.
    func expectedRevision() throws(Problem) -> ExpectedRevision? {
        guard let field = headers[.ifMatch] else { return nil }
        let tags = EntityTags(field)
        if tags.isAny { return ExpectedRevision(revision: nil) }
        // Several tags are refused: only inside the transaction would it be known which of them is current.
        // A tag of ink may name the turn of its page, too.
        let text = tags.all.first?.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).first
        guard tags.all.count == 1, let text, let revision = Int(text), revision >= 0 else {
            throw Problem(.preconditionFailed, "stale-revision", "If-Match does not name one revision.")
        }
        return ExpectedRevision(revision: revision)
    }

    /// Returns the password and the size limit for a document of the library.
    func documentAccess(_ services: Services) -> Access {
        var access = Access(password: headers[.pdfPassword])
        access.inputLimit = services.options.maximumUpload
        return access
    }
}

extension EventHub {
    private struct FormEvent: Encodable {
        let character: String
        let change = "form"
        let revision: Int
        let fields: [String]
        let by: String
    }

    /// The maximum number of field names in an event.
    private static let fieldLimit = 1000

    /// Sends an event about a change of a character's values.
    func tellForm(of id: CharacterID, _ change: FormChange, by identity: Identity) {
        tellForm(of: id, names: change.edit.changes.keys.sorted(), revision: change.revision, by: identity)
    }

    /// Sends an event about changed values of a character's fields.
    func tellForm(of id: CharacterID, names fields: [String], revision: Int, by identity: Identity) {
        let event = FormEvent(
            character: "\(id)", revision: revision, fields: Array(fields.prefix(Self.fieldLimit)), by: identity.name)
        send("character", event, to: .seeing([id]))
    }
}
