// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSQLiteSettings
internal import GRDB

extension Database {
    /// Makes SQLite distrust the database (sqlite.org/security.html): the schema cannot call functions that could do
    /// harm, damaged pages are detected before they are used, and SQL cannot write to shadow tables.
    func forbidHarm() throws {
        try execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
        try setDefensive(true)
    }

    /// Lets a new database return space to the disk (PRAGMA incremental_vacuum). It must not have any tables yet.
    func keepRoomSmall() throws {
        if !configuration.readonly { try execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
    }

    /// Runs `body`, which may write to the shadow tables of the search index, to repair it.
    func allowingRepair<T>(_ body: () throws -> T) throws -> T {
        try setDefensive(false)
        defer { try? setDefensive(true) }
        return try body()
    }

    private func setDefensive(_ isDefensive: Bool) throws {
        let code = csqlite_set_defensive(sqliteConnection, isDefensive ? 1 : 0)
        guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}
