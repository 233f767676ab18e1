// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

extension Schema {
    /// Adds the table of the keys of edit requests, with the page after each. The library stores keys for a day, so
    /// that repeating a request changes nothing.
    ///
    /// - Parameter version: the version of the schema after this migration.
    static func migrateToEditKeys(_ database: Database, version: Int) throws {
        try database.execute(
            sql: """
                CREATE TABLE editKey (
                    hash TEXT PRIMARY KEY, -- of the key and of who uses it
                    fingerprint TEXT NOT NULL, -- the hash of what is asked for
                    made INTEGER NOT NULL,
                    revision INTEGER NOT NULL,
                    strokeCount INTEGER NOT NULL,
                    objectCount INTEGER NOT NULL,
                    canUndo INTEGER NOT NULL,
                    canRedo INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX editKeyMade ON editKey (made);
                """)
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }
}
