// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import SystemPackage

/// Lets Limn's own triggers run, and no others.
///
/// The triggers that keep the search index write to a virtual table, which SQLite forbids where it does not trust the
/// schema. So the schema is trusted within a transaction, once it is known to be Limn's: within a transaction nobody else
/// can change it.
final class SchemaTrust: @unchecked Sendable {
    // Unchecked: `lock` guards `verified`.
    private let lock = NSLock()
    /// SQLite's counter of changes of the schema when it was verified.
    private var verified: Int?

    /// Runs `body`, which is in a transaction, with triggers.
    ///
    /// - Throws: ``LibraryError`` with `damaged` if the schema is not Limn's any more.
    func trusting<T>(_ database: Database, _ folder: FilePath, _ body: () throws -> T) throws -> T {
        let counter = try Int.fetchOne(database, sql: "PRAGMA schema_version") ?? 0
        if lock.withLock({ verified }) != counter {
            _ = try SchemaCheck.verify(database, folder)
            lock.withLock { verified = counter }
        }
        try database.execute(sql: "PRAGMA trusted_schema = ON")
        defer { try? database.execute(sql: "PRAGMA trusted_schema = OFF") }
        return try body()
    }
}
