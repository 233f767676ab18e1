// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnFiles

/// The routes for exporting and importing characters as packages.
struct PackageRoutes: RouteGroup {
    let services: Services

    private static let type = "application/zip"

    var routes: [Route] {
        [
            Route(.get, "\(Self.base)/characters/{character}/package", pack),
            Route(.post, "\(Self.base)/characters/unpack", access: .owner, unpack),
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
        let character: CharacterRecord
        do throws(LimnError) {
            character = try await services.engine(for: context.identity).unpack(
                path, into: services.library, access: access
            ).character
        } catch {
            // Clients must not see the path.
            throw Problem(error).replacing(path.string, by: "The body")
        }
        upload.keep()
        let details = try await services.withLibrary { try CharacterDetails(of: character.id, in: $0) }
        services.events.tellCharacter(character.id, .created)
        return try Answer.json(
            details, status: .created, headers: [.location: "\(Self.base)/characters/\(character.id)"])
    }
}

/// A folder for temporary files that need names. The folder is removed when this object is released.
final class WorkFolder: Sendable {
    let path: FilePath

    /// Creates a folder in the system's temporary folder. Only its owner may enter it.
    init() throws {
        path = FilePath(NSTemporaryDirectory()).appending("limn-\(RequestIdentifier.next())")
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
