// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnLibrary

/// Who asks, and what this person may do.
struct Identity: Hashable, Sendable {
    /// The roles.
    enum Role: String, Hashable, Sendable, Codable {
        /// Sees and does everything.
        case owner
        /// Sees and changes the characters that are named, and sees their templates.
        case player
        /// Sees the characters that are named, and their templates.
        case viewer
    }

    /// The name under which access was given; it is unique in a library.
    var name: String
    /// What the person may do; nil for somebody who is not signed in.
    var role: Role?
    /// The characters that a player or a viewer may see.
    var characters: Set<CharacterID> = []

    /// Somebody who is not signed in.
    static let nobody = Identity(name: "", role: nil)
    /// Who asks a server that asks nobody who they are.
    static let localOwner = Identity(name: "owner", role: .owner)

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

    /// Whether the person may change the ink and the properties of a character that they see.
    var mayChange: Bool { role == .owner || role == .player }
}
