// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

/// The names of blobs in the database.
extension Schema {
    /// The names that templates refer to, those in the trash included. The table is read and no index of it, which may
    /// be damaged alone.
    static func blobNames(_ database: Database) throws -> Set<String> {
        try String.fetchSet(database, sql: "SELECT blob FROM template NOT INDEXED")
    }

    /// The names that the library recorded as unneeded, and that no template refers to since.
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
