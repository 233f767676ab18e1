// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

extension Schema {
    /// Version 4: drawings hold items that are not strokes.
    ///
    /// Ink of version 3 may stand in `drawingBase.ink`, and edits of version 2 in `inkEdit.edit`. Older ones stay as
    /// they are.
    static func migrateToVersion4(_ database: Database) throws {
        try database.execute(sql: "ALTER TABLE drawing ADD COLUMN objectCount INTEGER NOT NULL DEFAULT 0")
        try database.execute(sql: "PRAGMA user_version = 4")
    }
}
