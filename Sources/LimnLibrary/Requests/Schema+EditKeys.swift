// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

extension Schema {
    /// Remembers for a day which edits clients asked for, and the page after each, so that asking again changes nothing.
    ///
    /// - Parameter version: the version that this leads to.
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
