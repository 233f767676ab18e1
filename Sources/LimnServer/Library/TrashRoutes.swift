// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnPipeline

/// `/trash`: removed items, which the owner can restore or delete permanently.
struct TrashRoutes: RouteGroup {
    let services: Services

    var routes: [Route] {
        [
            Route(.get, "\(Self.base)/trash", access: .owner, list),
            Route(.delete, "\(Self.base)/trash", access: .owner, empty),
            Route(.post, "\(Self.base)/trash/{entry}/restore", access: .owner, restore),
            Route(.delete, "\(Self.base)/trash/{entry}", access: .owner, delete),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let window = try ListWindow(context.query)
        let page = try await services.withLibrary { library in
            let days = try library.trashDays()
            return window.page(of: try library.trash(), id: { "\($0.id)" }, as: { TrashSummary($0, days: days) })
        }
        return try Answer.json(page)
    }

    @Sendable private func empty(_ request: Request, _ context: ServerContext) async throws -> Response {
        let gone = try await services.withLibrary { try $0.deleteFromTrash(removedBefore: nil, only: nil) }
        return try Answer.json(["deleted": gone.count])
    }

    @Sendable private func restore(_ request: Request, _ context: ServerContext) async throws -> Response {
        let name = try context.segment("entry")
        let (restored, days) = try await services.withLibrary { library in
            (try library.restoreFromTrash(try Self.entry(name, in: library)), try library.trashDays())
        }
        for entry in restored {
            switch entry.id {
            case .template(let id): try await services.events.tellTemplate(id, .created, services)
            case .character(let id): services.events.tellCharacter(id, .created)
            }
        }
        return try Answer.json(["items": restored.map { TrashSummary($0, days: days) }])
    }

    @Sendable private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let name = try context.segment("entry")
        _ = try await services.withLibrary { library in
            try library.deleteFromTrash(removedBefore: nil, only: [try Self.entry(name, in: library)])
        }
        return Answer.empty()
    }

    /// Returns the id of the trash entry in the path.
    ///
    /// - Throws: ``Problem`` with status 404 if the trash has no such entry.
    private static func entry(_ name: String, in library: Library) throws -> TrashEntry.ID {
        guard let entry = try library.trash().first(where: { "\($0.id)" == name }) else {
            throw Problem.notFound("There is no such item in the trash.")
        }
        return entry.id
    }
}
