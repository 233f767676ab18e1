// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

extension Schema {
    /// Version 4: drawings have items that are not strokes.
    ///
    /// From this version on, `drawingBase.ink` may contain ink of version 3, and `inkEdit.edit` edits of version 2.
    /// Older data are not converted.
    static func migrateToVersion4(_ database: Database) throws {
        try database.execute(sql: "ALTER TABLE drawing ADD COLUMN objectCount INTEGER NOT NULL DEFAULT 0")
        try database.execute(sql: "PRAGMA user_version = 4")
    }
}
