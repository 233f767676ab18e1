// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import LimnFiles
internal import SystemPackage

/// The database of a library as a file: what it is, before anything is done to it, and how it is opened.
struct LibraryFile {
    let folder: FilePath
    var path: FilePath { folder.appending(Self.name) }
    static let name = "library.sqlite"

    /// Tells whether there is a library that this Limn understands; touches nothing.
    ///
    /// - Throws: ``LibraryError`` with `newerVersion`, `notLibrary`, or why it cannot be read.
    func inspect() throws(LibraryError) -> Bool {
        guard FileIdentity(path) != nil else { return false }
        let header = try readHeader()
        guard let header else { return true }
        // Without a version nothing was made yet: whoever began it was killed.
        guard header.applicationID == Schema.applicationID || header.version == 0 && header.applicationID == 0 else {
            throw isOther
        }
        if header.applicationID == 0, try hasOtherTables() { throw isOther }
        try Self.check(version: header.version, folder)
        return true
    }

    private var isOther: LibraryError {
        LibraryError(.notLibrary, "\(path.displayName) is a database of another program, no library of Limn.")
    }

    /// Whether somebody else has made tables in a database that says neither whose it is nor its version; many do not.
    private func hasOtherTables() throws(LibraryError) -> Bool {
        do {
            let reached = try ReachableFolder(folder)
            var configuration = Configuration()
            configuration.busyMode = .timeout(Library.patience)
            // A journal is rolled back before anything can be read.
            configuration.readonly = FileIdentity(folder.appending(Self.name + "-journal")) == nil
            let queue = try DatabaseQueue(
                path: reached.path.appending(Self.name).string, configuration: configuration)
            return try queue.read { database in
                // At one moment: another Limn may be making the library.
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
        // Power was lost while the first page was written, before there was a log; the journal knows what was there.
        let reached = try ReachableFolder(folder)
        do { try DatabaseQueue(path: reached.path.appending(Self.name).string).close() } catch {
            throw LibraryError(error, in: folder)
        }
        return try DatabaseHeader(of: path)
    }

    static func check(version: Int, _ folder: FilePath) throws(LibraryError) {
        guard version <= Schema.version else {
            throw LibraryError(
                .newerVersion,
                "The library \(folder.displayName) was written by a newer Limn (its schema is \(version), this Limn knows up to "
                    + "\(Schema.version)); it is left as it is. Use a newer Limn.")
        }
    }

    /// Opens the database, and brings its schema up to date.
    ///
    /// - Parameter reached: the folder.
    func open(in reached: ReachableFolder) throws(LibraryError) -> DatabasePool {
        do {
            let path = reached.path.appending(Self.name)
            let pool = try Self.patiently { try DatabasePool(path: path.string, configuration: Self.configuration) }
            // Opening a pool sets NORMAL, with which power loss takes what was acknowledged.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            let migrator = Schema.migrator
            if try pool.read(migrator.hasBeenSuperseded) {
                throw LibraryError(
                    .newerVersion,
                    "The library \(folder.displayName) was written by a newer Limn; it is left as it is. Use a newer Limn."
                )
            }
            if try !pool.read(migrator.hasCompletedMigrations) {
                // One process at a time: a migration that another has just made must not be made again.
                try FolderLock.exclusive(reached.path.appending("migration.lock")) { try migrator.migrate(pool) }
            }
            return pool
        } catch { throw LibraryError(error, in: folder) }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "LimnLibrary"
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(Library.patience)
        configuration.prepareDatabase { database in
            // The log stays when the last connection is closed. So opening a library writes nothing, not even where the
            // disk is full, and there is room for some more ink.
            var stays: CInt = 1
            sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &stays)
        }
        return configuration
    }

    /// Opening a pool writes a little, in ways in which SQLite does not wait for others.
    static func patiently<T>(_ body: () throws -> T) throws -> T {
        let start = ContinuousClock.now
        while true {
            do { return try body() } catch let error as DatabaseError {
                let isBusy = error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED
                guard isBusy, start.duration(to: .now) < .seconds(Library.patience) else { throw error }
                Thread.sleep(forTimeInterval: .random(in: 0.001...0.02))
            }
        }
    }
}
