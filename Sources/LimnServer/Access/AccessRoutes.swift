// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnAccess

/// `/access`: the owner grants access to other people, lists the grants, and revokes them.
struct AccessRoutes: RouteGroup {
    let services: Services

    /// The longest duration of a grant, in days.
    private static let highestDays = 36_500

    var routes: [Route] {
        [
            Route(.get, "\(Self.base)/access", access: .owner, list),
            Route(.post, "\(Self.base)/access", access: .owner, give),
            Route(.delete, "\(Self.base)/access/{person}", access: .owner, revoke),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let grants = try await services.threads.run { [store = services.access.store] in try store.grants() }
        return try Answer.json(["items": grants.map { AccessSummary($0) }])
    }

    private struct New: Decodable {
        let name: String
        let role: String
        let characters: [String]?
        let days: Int?
    }

    private struct Given: Encodable {
        let name: String
        /// The sign-in link. Only this response contains it.
        let link: String
        /// The link as a QR code: one string per row, with `1` for a dark and `0` for a light module; nil if the link
        /// is too long.
        let qr: [String]?
        /// Whether the server listens on a loopback address only, so that other devices cannot reach it.
        let onlyHere: Bool
    }

    @Sendable private func give(_ request: Request, _ context: ServerContext) async throws -> Response {
        let new = try await Body(request, context).json(New.self, limit: 256 << 10)
        guard let role = AccessRole(rawValue: new.role) else {
            throw Problem.refused("“role” must be owner, player or viewer.", field: "role")
        }
        if let days = new.days, !(1...Self.highestDays).contains(days) {
            throw Problem.refused("Access must last 1 to \(Self.highestDays) days.", field: "days")
        }
        let characters = try self.characters(new.characters ?? [])
        guard (role == .owner) == characters.isEmpty else {
            throw Problem.refused(
                role == .owner
                    ? "An owner sees all characters; name none."
                    : "Name the characters that the \(role.rawValue) may see.",
                field: "characters")
        }
        try await services.withLibrary { library in
            for id in characters {
                do throws(LibraryError) { _ = try library.character(id) } catch {
                    guard error.code == .notFound else { throw error }
                    throw Problem.refused("There is no such character.", field: "characters")
                }
            }
            do throws(LibraryError) { _ = try NameRule.name.checked(new.name) } catch {
                throw Problem.refused(error.description, field: "name")
            }
        }
        guard new.name.lowercased() != AccessStore.starterName else {
            throw Problem.refused(
                "“\(new.name)” means the person who starts the server; choose another name.", field: "name")
        }
        let store = services.access.store
        let code = try await services.threads.run {
            let isTaken = try store.grants().contains { $0.name == (try? NameRule.name.checked(new.name)) }
            guard !isTaken else {
                throw Problem(
                    .conflict, "conflict", "“\(new.name)” has access already; revoke it first.",
                    members: ["field": .text("name")])
            }
            return try store.add(new.name, role: role, characters: characters, days: new.days)
        }
        let link = ServerPlace.link(code, at: address(for: request))
        let rows = QRCode(link).map { picture in
            (0..<picture.size).map { y in String((0..<picture.size).map { x in picture[x, y] ? "1" : "0" }) }
        }
        return try Answer.json(
            Given(name: new.name, link: link, qr: rows, onlyHere: services.options.isLoopback), status: .created)
    }

    @Sendable private func revoke(_ request: Request, _ context: ServerContext) async throws -> Response {
        let name = try context.segment("person")
        guard name != context.identity.name else {
            throw Problem(.conflict, "conflict", "You cannot revoke your own access.")
        }
        try await services.threads.run { [store = services.access.store] in
            guard try name == AccessStore.starterName || store.grants().contains(where: { $0.name == name }) else {
                throw Problem.notFound("Nobody with this name has access.")
            }
            try store.revoke(name)
        }
        services.events.end(named: name)
        let people = try await services.access.people()
        try await services.threads.run { [workshop = services.workshop] in workshop.removeAll(exceptOf: people) }
        return Answer.empty()
    }

    private func characters(_ names: [String]) throws(Problem) -> Set<CharacterID> {
        var found: Set<CharacterID> = []
        for name in names {
            guard let id = CharacterID(name) else {
                throw Problem.refused("There is no such character.", field: "characters")
            }
            found.insert(id)
        }
        return found
    }

    /// Returns the address for a link: the address under which the owner has reached the server, unless it is a
    /// loopback address that other devices cannot use; then the address that the server announces.
    private func address(for request: Request) -> String {
        let host = request.head.authority ?? ""
        let name = host.hasPrefix("[") ? "::1" : String(host.prefix { $0 != ":" })
        guard services.address.isOwn(host: host), !LoopbackHost.isLoopback(name) || services.options.isLoopback else {
            return services.address.shown
        }
        return "\(services.address.scheme)://\(host)/"
    }
}
