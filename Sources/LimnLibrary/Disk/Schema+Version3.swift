// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

extension Schema {
    /// The columns with names of blobs. Every one is renamed, and kept by garbage collection.
    static let blobColumns = [(table: "template", column: "blob")]

    /// Version 3: blobs are named by the SHA-256 of their content; edits know when they were made.
    ///
    /// The edits of one command are a group. They have the same `inkVersion`, on all pages of a character.
    static func migrateToVersion3(_ database: Database, renaming names: [String: String]) throws {
        try database.execute(sql: "ALTER TABLE inkEdit ADD COLUMN made INTEGER")  // NULL for edits made before
        for (table, column) in blobColumns {
            for (old, new) in names {
                try database.execute(
                    sql: "UPDATE \(table) SET \(column) = ? WHERE \(column) = ?", arguments: [new, old])
            }
        }
        try database.execute(sql: "PRAGMA user_version = 3")
    }

    /// The names of all blobs that the database refers to.
    static func blobNames(_ database: Database) throws -> Set<String> {
        var names: Set<String> = []
        for (table, column) in blobColumns {
            names.formUnion(try String.fetchSet(database, sql: "SELECT \(column) FROM \(table)"))
        }
        return names
    }
}
