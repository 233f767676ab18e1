// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

extension Schema {
    /// Adds the lists of pages of characters, as ``PageList/coded`` has them. Null stands for the template's pages.
    ///
    /// - Parameter version: the version of the schema after this migration.
    static func migrateToPages(_ database: Database, version: Int) throws {
        try database.execute(sql: "ALTER TABLE character ADD COLUMN pages TEXT")
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }
}
