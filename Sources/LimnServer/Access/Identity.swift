// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnAccess
internal import LimnGeometry
internal import LimnLibrary

/// Who asks, and what this person may do.
struct Identity: Hashable, Sendable {
    /// The name under which access was given; it is unique in a library.
    var name: String
    /// What the person may do; nil for somebody who is not signed in.
    var role: AccessRole?
    /// The characters that a player or a viewer may see.
    var characters: Set<CharacterID> = []
    /// When access was given; nil for the owner who starts the server. Another grant under the same name is somebody else.
    var granted: Date?

    /// Somebody who is not signed in.
    static let nobody = Identity(name: "", role: nil)
    /// The name of the owner who starts the server.
    static let ownerName = "owner"
    /// Who asks a server that asks nobody who they are.
    static let localOwner = Identity(name: ownerName, role: .owner)

    /// What belongs to this person is kept under this key: files, jobs, and the keys of edits. No other grant has it.
    var key: String {
        guard let granted, !(isOwner && name == Self.ownerName) else { return name }
        return "\(name)\u{0}\(Int64(clamping: (granted.timeIntervalSince1970 * 1000).rounded()))"
    }

    /// Whether this is the owner.
    var isOwner: Bool { role == .owner }

    /// Whether the person may know that a character exists.
    func maySee(_ character: CharacterID) -> Bool {
        switch role {
        case .owner: true
        case .player, .viewer: characters.contains(character)
        case nil: false
        }
    }

    /// - Throws: ``Problem`` with 404 for a character that the person may not see.
    func requireSeeing(_ character: CharacterID) throws(Problem) {
        guard maySee(character) else { throw Problem.noCharacter }
    }

    /// - Throws: ``Problem`` with 404 for a character that the person may not see, 403 for one that they may not change.
    func requireChanging(_ character: CharacterID) throws(Problem) {
        try requireSeeing(character)
        guard role == .owner || role == .player else {
            throw Problem.forbidden("A viewer may look at this character, and not change it.")
        }
    }

    /// - Throws: ``Problem`` with 403.
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
    /// Says the same of a character that is not there and of one that may not be seen.
    static let noCharacter = Problem.notFound("There is no such character.")
    /// Says the same of a template that is not there and of one that may not be seen.
    static let noTemplate = Problem.notFound("There is no such template.")
}
