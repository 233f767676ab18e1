// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

extension Schema {
    /// Version 2: the trash, and the list of PDFs that are proven unneeded.
    ///
    /// A removed template or character keeps its row; `trashed` is the time of the removal. `discardedBlob` lists the
    /// PDFs of permanently deleted templates. Only these PDFs are ever deleted.
    static func migrateToVersion2(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE template ADD COLUMN trashed INTEGER;
                ALTER TABLE character ADD COLUMN trashed INTEGER;
                CREATE INDEX templateTrashed ON template (trashed) WHERE trashed IS NOT NULL;
                CREATE INDEX characterTrashed ON character (trashed) WHERE trashed IS NOT NULL;
                CREATE TABLE discardedBlob (
                    blob TEXT PRIMARY KEY
                ) STRICT, WITHOUT ROWID;
                """)
        try database.execute(sql: "PRAGMA user_version = 2")
    }
}
