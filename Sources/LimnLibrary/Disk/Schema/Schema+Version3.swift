// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

extension Schema {
    /// Version 3: blobs are named by the SHA-256 of their contents, and edits have a time.
    ///
    /// The edits of one command are a group. They have the same `inkVersion` on all pages of a character.
    static func migrateToVersion3(_ database: Database, renaming names: [String: String]) throws {
        try database.execute(sql: "ALTER TABLE inkEdit ADD COLUMN made INTEGER")  // NULL for older edits
        for (old, new) in names {
            try database.execute(sql: "UPDATE template SET blob = ? WHERE blob = ?", arguments: [new, old])
        }
        // The same contents have new names now.
        try discard(names.keys, database)
        try database.execute(sql: "PRAGMA user_version = 3")
    }
}
