// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import SystemPackage

/// Allows Limn's own triggers, and no others, to run.
///
/// The triggers that update the search index write to a virtual table. SQLite forbids this for a schema that it does
/// not trust. Therefore, a transaction first verifies that the schema is Limn's and then trusts it: no other process
/// can change the schema during the transaction.
final class SchemaTrust: @unchecked Sendable {
    // Unchecked: `lock` guards `verified`.
    private let lock = NSLock()
    /// The value of SQLite's counter of schema changes when the schema was verified.
    private var verified: Int?

    /// Runs `body` with triggers, within a transaction.
    ///
    /// - Throws: ``LibraryError`` with `damaged` if the schema is no longer Limn's.
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
