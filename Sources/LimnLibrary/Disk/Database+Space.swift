// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import SystemPackage

extension Database {
    /// Lets ``claimSpace(_:)`` make the file larger, in steps of one page.
    func allowClaims() {
        var size: CInt = 4096
        sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_CHUNK_SIZE, &size)
    }

    /// Makes the database file as large as the database, most of which may still be in the log.
    ///
    /// Each transaction that makes the database larger calls this before it is committed. So the log can always be copied
    /// into the file, also on a full disk, and then has space for new transactions, such as those that remove something.
    ///
    /// - Parameter path: the path of the database file.
    /// - Throws: `DatabaseError` with `SQLITE_FULL` if the disk has no space. File systems that cannot allocate space
    ///   beforehand are no error.
    func claimSpace(_ path: FilePath) throws {
        let pages = try Int64.fetchOne(self, sql: "PRAGMA page_count") ?? 0
        let pageSize = try Int64.fetchOne(self, sql: "PRAGMA page_size") ?? 4096
        var status = stat()
        guard path.withPlatformString({ stat($0, &status) }) == 0 else { return }
        var bytes = pages * pageSize
        let missing = bytes - Int64(status.st_size)
        guard missing > 0 else { return }
        // A claim that fails would keep the part that it got.
        let isFull = FreeSpace.bytes(in: path.removingLastComponent()).map { $0 < missing } ?? false
        if isFull { throw DatabaseError(resultCode: .SQLITE_FULL) }
        _ = sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_SIZE_HINT, &bytes)
    }
}
