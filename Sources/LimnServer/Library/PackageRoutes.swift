// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnFiles

/// The routes for exporting and importing characters as packages, and for importing them from filled PDFs.
struct PackageRoutes: RouteGroup {
    let services: Services

    private static let type = "application/zip"

    var routes: [Route] {
        [
            Route(.get, "\(Self.base)/characters/{character}/package", pack),
            Route(.post, "\(Self.base)/characters/unpack", access: .owner, unpack),
            Route(.post, "\(Self.base)/characters/import", access: .owner, importFilled),
        ]
    }

    @Sendable private func pack(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.visibleCharacter()
        // A package can contain everything of a character.
        try context.identity.requireOwner()
        let audience = try AudienceWord.audience(try context.query.one("audience"), for: context.identity)
        let record = try await services.withLibrary { try $0.character(id) }
        let folder = try WorkFolder()
        let path = folder.path.appending("character.limnpkg")
        _ = try await services.engine(for: context.identity).pack(
            id, of: services.library, to: path, for: audience)
        // The open file stays readable after its folder has been removed.
        let (input, hash) = try await services.threads.run {
            let input = try InputFile(regularFile: path)
            return (input, try ContentHash(of: input).description)
        }
        withExtendedLifetime(folder) {}
        return FileAnswer(
            input, name: "\(record.name).limnpkg", type: Self.type, tag: hash, threads: services.threads
        ).response(to: request)
    }

    @Sendable private func unpack(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = Body(request, context)
        try body.requireType(Self.type, "application/octet-stream")
        let upload = try await services.uploads.receive(body)
        // The engine opens packages by path. This path leads to a file without a name.
        let path = FilePath("/proc/self/fd/\(upload.descriptor.rawValue)")
        var access = Access(password: request.headers[.pdfPassword])
        access.inputLimit = services.options.maximumUpload
        let unpacked: (character: CharacterRecord, diagnostics: [Diagnostic])
        do throws(LimnError) {
            unpacked = try await services.engine(for: context.identity).unpack(
                path, into: services.library, access: access)
        } catch {
            // Clients must not see the path.
            throw Problem(error).replacing(path.string, by: "The body")
        }
        upload.keep()
        return try await created(unpacked.character, unpacked.diagnostics)
    }

    /// Makes a character of a filled PDF, with its ink and its values, and its template if the library lacks that.
    @Sendable private func importFilled(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = Body(request, context)
        try body.requireType("application/pdf")
        let name = try NameRule.name.checked(try context.query.one("name") ?? "Untitled")
        let upload = try await services.uploads.receive(body)
        let path = FilePath("/proc/self/fd/\(upload.descriptor.rawValue)")
        var access = Access(password: request.headers[.pdfPassword])
        access.inputLimit = services.options.maximumUpload
        var wanted = CharacterImportRequest(input: path, access: access)
        (wanted.name, wanted.templateName) = (name, name)
        if let text = try context.query.one("template") {
            guard let id = TemplateID(text) else {
                throw Problem.unreadable("“template” is not an id.", field: "template")
            }
            wanted.template = id
        }
        let result: CharacterImportResult
        do throws(LimnError) {
            result = try await services.engine(for: context.identity).importCharacter(wanted, into: services.library)
        } catch {
            throw Problem(error).replacing(path.string, by: "The body")
        }
        upload.keep()
        if !result.templateWasThere { try await services.events.tellTemplate(result.template.id, .created, services) }
        return try await created(result.character, result.diagnostics)
    }

    /// Answers with a new character, and with what its user should know of it.
    private func created(_ character: CharacterRecord, _ diagnostics: [Diagnostic]) async throws -> Response {
        let details = try await services.withLibrary { try CharacterDetails(of: character.id, in: $0) }
        services.events.tellCharacter(character.id, .created)
        return try Answer.json(
            CreatedCharacter(details: details, diagnostics: diagnostics), status: .created,
            headers: [.location: "\(Self.base)/characters/\(character.id)"])
    }
}

/// A character with the messages about its import.
private struct CreatedCharacter: Encodable {
    let details: CharacterDetails
    let diagnostics: [Diagnostic]

    private enum Key: CodingKey { case messages, notes }

    func encode(to encoder: any Encoder) throws {
        try details.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        // The file has no name that its sender would know.
        func sentences(_ areNotes: Bool) -> [String] {
            diagnostics.filter { ($0.severity == .note) == areNotes }
                .map { ($0.page.map { "Page \($0): " } ?? "") + $0.text }
        }
        try container.encode(sentences(false), forKey: .messages)
        try container.encode(sentences(true), forKey: .notes)
    }
}

/// A folder for temporary files that need names. The folder is removed when this object is released.
final class WorkFolder: Sendable {
    let path: FilePath

    /// Creates a folder in the system's temporary folder. Only its owner may enter it.
    init() throws {
        path = FilePath.temporaryFolder.appending("limn-\(RequestIdentifier.next())")
        try Publisher.makeFolder(path, isPrivate: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path.string) }
}

extension Problem {
    /// Returns the problem with each occurrence of a text in ``detail`` replaced.
    fileprivate func replacing(_ text: String, by other: String) -> Problem {
        Problem(
            status, kind, detail.replacingOccurrences(of: text, with: other), members: members, headers: headers)
    }
}
