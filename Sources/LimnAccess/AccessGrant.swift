// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
public import LimnLibrary

/// A person's access to a library.
public struct AccessGrant: Hashable, Sendable {
    /// The name, which is unique in a library.
    public var name: String
    /// What the person may do.
    public var role: AccessRole
    /// The characters that a player or a viewer may see.
    public var characters: Set<CharacterID>
    /// The time when access was given.
    public var created: Date
    /// The time when access expires; nil if it never expires.
    public var expires: Date?

    /// Makes a grant.
    public init(
        name: String, role: AccessRole, characters: Set<CharacterID> = [], created: Date, expires: Date? = nil
    ) {
        self.name = name
        self.role = role
        self.characters = characters
        self.created = created
        self.expires = expires
    }

    /// Returns whether the grant has not expired at a time. At the moment of ``expires``, it has.
    public func holds(at time: Date) -> Bool { expires.map { time < $0 } ?? true }
}

/// Grants with the hashes of their secrets, as they are stored.
struct AccessFile: Codable, Sendable {
    /// A grant with the hashes of its code and tokens.
    struct Entry: Codable, Sendable {
        var name: String
        var role: AccessRole
        var characters: [String]
        var created: Date
        var expires: Date?
        /// The hash of the code in the link; nil once it was exchanged.
        var code: String?
        /// Whether the code was used as a token: it then stays one, and is not exchanged any more.
        var codeIsToken: Bool?
        /// The hashes of the tokens for which codes were exchanged, and when.
        var tokens: [String: Date]

        var grant: AccessGrant {
            AccessGrant(
                name: name, role: role, characters: Set(characters.compactMap { CharacterID($0) }), created: created,
                expires: expires)
        }
    }

    var version = 1
    /// The time up to which the codes in the links that servers print are revoked.
    var startCodesEnd: Date?
    var entries: [Entry] = []
}
