// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnFiles

/// The route that moves a character to a new edition of its template.
struct EditionRoutes: RouteGroup {
    let services: Services

    var routes: [Route] {
        let one = "\(Self.base)/characters/{character}"
        return [Route(.post, "\(one)/rebase", rebase)]
    }

    private struct Move: Decodable {
        let to: String
        let dryRun: Bool?
        let corrections: [Correction]?
    }

    private struct Correction: Decodable {
        let page: Int
        let item: Int
        let newPage: Int
        let dx: Double
        let dy: Double

        /// The correction with pages and items from 0; nil if a number is out of range.
        var placed: PlaceCorrection? {
            let numbers = 1...1_000_000
            let lengths = -1e6...1e6
            guard numbers.contains(page), numbers.contains(newPage), (1...100_000_000).contains(item),
                lengths.contains(dx), lengths.contains(dy)
            else { return nil }
            return PlaceCorrection(oldPage: page - 1, item: item - 1, newPage: newPage - 1, dx: dx, dy: dy)
        }
    }

    @Sendable private func rebase(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try ownersCharacter(context)
        let expected = try request.expectedRevision()?.revision
        let move = try await Body(request, context).json(Move.self, limit: 1 << 20)
        guard let template = TemplateID(move.to) else {
            throw Problem.refused("There is no such template.", field: "to")
        }
        try await services.withLibrary { library in
            _ = try library.character(id)
            do throws(LibraryError) { _ = try library.template(template) } catch {
                guard error.code == .notFound else { throw error }
                throw Problem.refused("There is no such template.", field: "to")
            }
        }
        var wanted = CharacterRebaseRequest(id, to: template, access: request.documentAccess(services))
        wanted.isRehearsal = move.dryRun ?? false
        wanted.expectedInkVersion = expected
        wanted.corrections = try (move.corrections ?? []).map { correction throws(Problem) in
            guard let placed = correction.placed else {
                throw Problem.refused("A correction has a number that is out of range.", field: "corrections")
            }
            return placed
        }
        let result: CharacterRebaseResult
        do throws(LimnError) {
            result = try await services.engine(for: context.identity).result(of: wanted, in: services.library)
        } catch {
            guard error.code == .stale else { throw error }
            throw Problem(.preconditionFailed, "stale-revision", error.sentence)
        }
        if !result.isRehearsal { services.events.tellCharacter(id, .changed) }
        return try Answer.json(result, headers: [.eTag: "\"\(result.character.inkVersion)\""])
    }

    /// Returns the id of the character in the path. A move shows all its items, also those for the game master.
    ///
    /// - Throws: ``Problem`` with status 404 or 403 for everyone but the owner.
    private func ownersCharacter(_ context: ServerContext) throws(Problem) -> CharacterID {
        let id = try context.visibleCharacter()
        try context.identity.requireOwner()
        return id
    }
}
