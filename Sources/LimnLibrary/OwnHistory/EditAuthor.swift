// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

/// The person who makes a change, for ``Library/takeBack(_:of:by:expecting:check:)``.
public struct EditAuthor: Hashable, Sendable {
    /// Identifies the person. The library only compares it.
    public var id: String
    /// The hash of a key that names the change later; nil if it has none.
    public var key: String?
    /// The ``key`` of an earlier change of the same person that this one takes back; nil for a change of its own. To name
    /// a change that took another one back means to do that again.
    public var takenBack: String?

    /// The ``id`` of whoever uses the library without a server.
    package static let here = ""
    /// The ``id`` of changes that came from other libraries.
    package static let elsewhere = "sync"

    /// Creates an author.
    public init(_ id: String, key: String? = nil, takingBack takenBack: String? = nil) {
        (self.id, self.key, self.takenBack) = (id, key, takenBack)
    }
}

extension Schema {
    /// Adds the table of the people who made groups of edits through a server.
    ///
    /// - Parameter version: the version of the schema after this migration.
    static func migrateToAuthors(_ database: Database, version: Int) throws {
        try database.execute(
            sql: """
                CREATE TABLE editAuthor (
                    character INTEGER NOT NULL REFERENCES character (id) ON DELETE CASCADE,
                    inkVersion INTEGER NOT NULL, -- the character's, that the group of edits made
                    author TEXT NOT NULL,
                    key TEXT, -- a hash that names the group
                    takenBack INTEGER, -- the inkVersion of the author's group that this one takes back
                    PRIMARY KEY (character, inkVersion)
                ) STRICT, WITHOUT ROWID;
                """)
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }
}

extension EditMoment {
    /// The number of ink versions for which the authors are kept.
    private static let kept = 10_000

    /// Records who makes the group of edits. A group that changes several pages is recorded once.
    func recordAuthor(of id: CharacterID, _ database: Database) throws {
        guard let author else { return }
        var taken = takenBack
        if taken == nil, let key = author.takenBack {
            taken = try Int.fetchOne(
                database, sql: "SELECT max(inkVersion) FROM editAuthor WHERE character = ? AND author = ? AND key = ?",
                arguments: [id.value, author.id, key])
        }
        try database.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO editAuthor (character, inkVersion, author, key, takenBack) VALUES (?, ?, ?, ?, ?)
                """
        ).execute(arguments: [id.value, version, author.id, author.key, taken])
        guard version.isMultiple(of: 100) else { return }
        try database.execute(
            sql: "DELETE FROM editAuthor WHERE character = ? AND inkVersion <= ?",
            arguments: [id.value, version - Self.kept])
    }
}
