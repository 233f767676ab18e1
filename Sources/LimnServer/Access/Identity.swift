// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnAccess
internal import LimnGeometry
internal import LimnLibrary

/// The person who makes a request, with the person's rights.
struct Identity: Hashable, Sendable {
    /// The name in the grant. It is unique in a library.
    var name: String
    /// The role; nil if the person is not signed in.
    var role: AccessRole?
    /// The characters that a player or a viewer may see.
    var characters: Set<CharacterID> = []
    /// The time of the grant; nil for the owner who started the server. It distinguishes the grant from earlier ones
    /// with the same name.
    var granted: Date?

    /// The identity of a person who is not signed in.
    static let nobody = Identity(name: "", role: nil)
    /// The name of the owner who started the server.
    static let ownerName = AccessStore.starterName
    /// The identity of the owner who started the server, and of everyone if the server skips authentication.
    static let localOwner = Identity(name: ownerName, role: .owner)

    /// The key under which the person's files, jobs and edit keys are stored. It is unique to a grant.
    var key: String {
        guard let granted, !(isOwner && name == Self.ownerName) else { return name }
        return "\(name)\u{0}\(Int64(clamping: (granted.timeIntervalSince1970 * 1000).rounded()))"
    }

    /// Returns the name in a ``key``.
    static func name(inKey key: String) -> String { String(key.prefix { $0 != "\u{0}" }) }

    /// Whether the person has the owner's rights.
    var isOwner: Bool { role == .owner }

    /// Returns whether the person may see a character.
    func maySee(_ character: CharacterID) -> Bool {
        switch role {
        case .owner: true
        case .player, .viewer: characters.contains(character)
        case nil: false
        }
    }

    /// Checks that the person may see a character.
    ///
    /// - Throws: ``Problem`` with status 404 for a character that the person may not see.
    func requireSeeing(_ character: CharacterID) throws(Problem) {
        guard maySee(character) else { throw Problem.noCharacter }
    }

    /// Checks that the person may change a character.
    ///
    /// - Throws: ``Problem`` with status 404 for a character that the person may not see, 403 for a character that the
    ///   person may not change.
    func requireChanging(_ character: CharacterID) throws(Problem) {
        try requireSeeing(character)
        guard role == .owner || role == .player else {
            throw Problem.forbidden("A viewer can see this character, but not change it.")
        }
    }

    /// Checks that the person is an owner.
    ///
    /// - Throws: ``Problem`` with status 403 if the person is not an owner.
    func requireOwner() throws(Problem) {
        guard isOwner else { throw Problem.forbidden("Only the owner may do this.") }
    }
}

extension Identity {
    init(_ grant: AccessGrant) {
        self.init(name: grant.name, role: grant.role, characters: grant.characters, granted: grant.created)
    }
}

extension Problem {
    /// The problem for a character that does not exist or that the person may not see. Clients cannot distinguish the
    /// two.
    static let noCharacter = Problem.notFound("There is no such character.")
    /// The problem for a template that does not exist or that the person may not see. Clients cannot distinguish the
    /// two.
    static let noTemplate = Problem.notFound("There is no such template.")
}
