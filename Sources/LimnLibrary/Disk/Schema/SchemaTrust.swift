// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import SystemPackage

/// Lets Limn's own triggers run, and no others.
///
/// The triggers that update the search index write to a virtual table, which SQLite forbids for a schema that it does
/// not trust. So a transaction first checks that the schema is Limn's, and then trusts it: no other process can change
/// it within the transaction.
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
