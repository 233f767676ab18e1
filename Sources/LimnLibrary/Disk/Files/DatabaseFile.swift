// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import LimnFiles
internal import SystemPackage

/// The database file of a library. It is recognized before anything is written, and then opened.
struct DatabaseFile {
    let folder: FilePath
    /// The folder of the PDFs; nil if it is next to the database.
    var borrowedBlobs: FilePath?
    var path: FilePath { folder.appending(Self.name) }
    static let name = "library.sqlite"

    /// Returns whether the folder contains a library that this Limn can open. Nothing is written, but SQLite may roll
    /// back an interrupted transaction.
    ///
    /// - Throws: ``LibraryError`` with `newerVersion`, `notLibrary`, `damaged` if the database has lost its content, or
    ///   a read error.
    func inspect() throws(LibraryError) -> Bool {
        try refuseLostContent()
        guard FileIdentity(path) != nil else {
            // A library that must not be read is no missing one.
            do throws(FileError) { _ = try InputFile(regularFile: path) } catch {
                if error.code == .denied { throw LibraryError(error) }
            }
            return false
        }
        let header = try readHeader()
        guard let header else { return true }
        // If a process is killed before the first migration, both numbers are 0.
        guard header.applicationID == Schema.applicationID || header.version == 0 && header.applicationID == 0 else {
            throw foreignDatabase
        }
        if header.applicationID == 0 {
            if try hasForeignTables() { throw foreignDatabase }
            try refuseRemains("has no content", isLogLost: false)
        }
        try Self.check(version: header.version, folder)
        return true
    }

    private var foreignDatabase: LibraryError {
        LibraryError(.notLibrary, "\(path.displayName) is a database of another program, not a library of Limn.")
    }

    /// Returns whether a database with neither an application id nor a version contains tables of another program. Many
    /// programs set neither.
    private func hasForeignTables() throws(LibraryError) -> Bool {
        do {
            let utf8Folder = try UTF8Folder(folder)
            var configuration = Self.configuration
            // SQLite must roll back a hot journal before it can read, which a read-only connection cannot do.
            configuration.readonly = FileIdentity(folder.appending(Self.name + "-journal")) == nil
            let queue = try DatabaseQueue(
                path: utf8Folder.path.appending(Self.name).string, configuration: configuration)
            return try queue.read { database in
                // Both queries are in one transaction, because another process may be creating the library.
                let owner = try Int.fetchOne(database, sql: "PRAGMA application_id")
                let others = "SELECT EXISTS (SELECT * FROM sqlite_master WHERE tbl_name <> 'grdb_migrations')"
                return try owner != Schema.applicationID && Bool.fetchOne(database, sql: others) == true
            }
        } catch { throw LibraryError(error, in: folder) }
    }

    private func readHeader() throws(LibraryError) -> DatabaseHeader? {
        do throws(LibraryError) { return try DatabaseHeader(of: path) } catch {
            let journal = folder.appending(Self.name + "-journal")
            guard error.code == .notLibrary, FileIdentity(journal) != nil else { throw error }
        }
        // Page 1 is torn: power was lost while it was written, before WAL mode was on. Opening rolls back the journal.
        let utf8Folder = try UTF8Folder(folder)
        do { try DatabaseQueue(path: utf8Folder.path.appending(Self.name).string).close() } catch {
            throw LibraryError(error, in: folder)
        }
        return try DatabaseHeader(of: path)
    }

    static func check(version: Int, _ folder: FilePath) throws(LibraryError) {
        guard version <= Schema.version else {
            throw LibraryError(
                .newerVersion,
                "The library \(folder.displayName) was written by a newer Limn (its schema has version \(version), "
                    + "this Limn supports versions up to \(Schema.version)). It was not changed. Use a newer Limn.")
        }
    }

    /// Opens the database for writing and migrates its schema to the current version.
    ///
    /// - Parameters:
    ///   - utf8Folder: the same folder with a UTF-8 path.
    ///   - blobs: the PDFs, which a migration may rename.
    /// - Returns: the database, and the names of blobs that were renamed, as in ``BlobFolder/aliases``.
    func open(
        in utf8Folder: UTF8Folder, _ blobs: BlobFolder
    ) throws(LibraryError) -> (pool: any DatabaseWriter, aliases: [String: String]) {
        do {
            if !blobs.isBorrowed { try Publisher.makeFolder(blobs.path, isPrivate: true) }
            let path = utf8Folder.path.appending(Self.name)
            try LibraryFiles.makeDatabase(at: path)
            var configuration = Self.configuration
            if DocumentSearch.size(of: path) == 0 { configuration.prepareDatabase { try $0.keepRoomSmall() } }
            let pool = try Self.retryingWhileBusy { [configuration] in
                try DatabasePool(path: path.string, configuration: configuration)
            }
            try pool.writeWithoutTransaction { database in
                // If SQLite may not write to a file, it opens the file for reading.
                guard sqlite3_db_readonly(database.sqliteConnection, "main") == 0 else {
                    throw DatabaseError(resultCode: .SQLITE_READONLY)
                }
                // GRDB sets synchronous = NORMAL. With it, a power loss can undo committed transactions.
                try database.execute(sql: "PRAGMA synchronous = FULL")
            }
            let version = try verifySchema(pool)
            let migrator = Schema.migrator()
            if try pool.read(migrator.hasBeenSuperseded) {
                throw LibraryError(
                    .newerVersion,
                    "The library \(folder.displayName) was written by a newer Limn; it was not changed. Use a newer Limn."
                )
            }
            guard version != Schema.version else { return (pool, [:]) }
            // The lock lets only one process migrate at a time. The next one has nothing left to do.
            let aliases = try FolderLock.exclusive(utf8Folder.path.appending("migration.lock")) {
                try BlobRenaming(pool, blobs).migrate()
            }
            if !blobs.isBorrowed {
                LibraryFiles.makePrivate(utf8Folder.path)
                SpaceReserve(utf8Folder.path).make()
            }
            return (pool, aliases)
        } catch { throw LibraryError(error, in: folder) }
    }

    /// Verifies that the schema is Limn's, and returns its version.
    func verifySchema(_ database: any DatabaseReader) throws -> Int {
        try Self.retryingWhileBusy {
            try database.read { database in
                try ReadingDeadline.limit(database, to: Library.readingLimit) {
                    try SchemaCheck.verify(database, folder)
                }
            }
        }
    }

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "LimnLibrary"
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(Library.busyTimeout)
        configuration.prepareDatabase { database in
            // Keep the log file when the last connection closes. Then opening a library creates no file, and on a full
            // disk the log still has space for some ink.
            var isPersistent: CInt = 1
            sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &isPersistent)
            try database.forbidHarm()
            database.allowClaims()
        }
        return configuration
    }

    /// Repeats `body` while the database is busy, for at most ``Library/busyTimeout`` seconds.
    ///
    /// SQLite's busy handler is not called for some locks, such as those taken when a pool is opened.
    static func retryingWhileBusy<T>(_ body: () throws -> T) throws -> T {
        let start = ContinuousClock.now
        while true {
            do { return try body() } catch let error as DatabaseError {
                let isBusy = error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED
                guard isBusy, start.duration(to: .now) < .seconds(Library.busyTimeout) else { throw error }
                Thread.sleep(forTimeInterval: .random(in: 0.001...0.02))
            }
        }
    }
}
