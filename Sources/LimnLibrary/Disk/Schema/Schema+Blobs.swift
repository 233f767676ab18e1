// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

/// The names of blobs in the database.
extension Schema {
    /// Returns the names to which templates refer, including templates in the trash. This reads the table and none of
    /// its indices, which may be damaged while the table is not.
    static func blobNames(_ database: Database) throws -> Set<String> {
        try String.fetchSet(database, sql: "SELECT blob FROM template NOT INDEXED")
    }

    /// Returns the names that the library has recorded as unneeded and to which no template refers now.
    static func unneededBlobs(_ database: Database) throws -> Set<String> {
        try String.fetchSet(database, sql: "SELECT blob FROM discardedBlob").subtracting(blobNames(database))
    }

    /// Records names as unneeded.
    static func discard(_ names: some Sequence<String>, _ database: Database) throws {
        for name in names {
            try database.execute(sql: "INSERT OR IGNORE INTO discardedBlob VALUES (?)", arguments: [name])
        }
    }

    /// Removes names from that record.
    static func forgetDiscarded(_ names: some Sequence<String>, _ database: Database) throws {
        for name in names {
            try database.execute(sql: "DELETE FROM discardedBlob WHERE blob = ?", arguments: [name])
        }
    }
}
