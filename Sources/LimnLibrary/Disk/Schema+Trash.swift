// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

extension Schema {
    /// Adds the trash, and the list of PDFs that are proven unneeded.
    ///
    /// A removed template or character keeps its row; `trashed` is the time of the removal. `discardedBlob` names the
    /// PDFs of templates that were deleted for good. Only these PDFs are ever deleted.
    static func addTrash(_ migrator: inout DatabaseMigrator) {
        // No table is rebuilt, so references need no check. A check would lock out a library with a broken reference.
        migrator.registerMigration("2: trash", foreignKeyChecks: .immediate) { database in
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
}
