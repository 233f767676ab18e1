// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB
internal import LimnFiles
public import SystemPackage

/// A library in a folder: a database `library.sqlite`, and content-addressed PDFs in `blobs/`.
///
/// When a call returns, its changes are synced and survive power loss. Several processes may use a library at once.
///
/// PDFs are files, because workers receive them as descriptors; thumbnails and ink are rows. Measured with SQLite 3.40
/// on ext4, with syncing, a row is faster to write than a file up to about 200 KiB (64 KiB: 0.56 ms and 0.71 ms; 1 MiB:
/// 3.6 ms and 1.3 ms). A thumbnail has about 20 KiB.
public final class Library: LibraryStore {
    /// The folder that holds the library.
    public let folder: FilePath
    /// The same folder, for callers that look for a place with room for large files.
    public var storageFolder: FilePath? { folder }
    private let utf8Folder: UTF8Folder
    /// The database, or what is left of it if it is too damaged to be opened.
    let pool: any DatabaseWriter
    /// Whether the database is too damaged to be changed.
    let isReadOnly: Bool
    private let rescue: Rescue
    let blobs: BlobFolder
    let sources: LibrarySources
    let drawings = DrawingCache()
    let trashWatch = TrashWatch()

    /// How long to wait for other processes that write, in seconds.
    static let busyTimeout = 30.0

    /// Opens a library, by default creating it if it does not exist.
    ///
    /// - Parameters:
    ///   - folder: the folder that holds the library.
    ///   - creating: whether to create a missing library instead of throwing `notFound`.
    ///   - sources: the source of times and ids.
    /// - Throws: ``LibraryError``; `newerVersion` if a newer Limn wrote the library, which stays unchanged.
    public init(
        at folder: FilePath, creating: Bool = true, sources: LibrarySources = LibrarySources()
    ) throws(LibraryError) {
        self.folder = folder
        self.sources = sources
        var damage: LibraryError?
        do throws(LibraryError) {
            if try !DatabaseFile(folder: folder).inspect() {
                guard creating else {
                    throw LibraryError(.notFound, "There is no library in \(folder.displayName).")
                }
                do throws(FileError) {
                    try Publisher.makeFolder(folder)
                    // A process that created the folder may have been killed before syncing its name. SQLite syncs the
                    // files in it.
                    try Publisher.syncParent(of: folder)
                } catch { throw LibraryError(error) }
            }
        } catch {
            guard error.code == .damaged || error.code == .notLibrary else { throw error }
            damage = error
        }
        utf8Folder = try UTF8Folder(folder)
        blobs = BlobFolder(utf8Folder.path.appending("blobs"))
        rescue = Rescue(of: utf8Folder.path.appending(DatabaseFile.name), blobs)
        if damage == nil {
            do throws(FileError) { try Publisher.makeFolder(blobs.path) } catch { throw LibraryError(error) }
            do throws(LibraryError) {
                pool = try DatabaseFile(folder: folder).open(in: utf8Folder)
                isReadOnly = false
                return
            } catch {
                guard error.code == .damaged else { throw error }
                damage = error
            }
        }
        // What is left can still be read. Of a database that is missing or empty, there is nothing but the log.
        guard DatabaseFile(folder: folder).hasBytes, let rescued = try? rescue.database() else {
            throw damage ?? .unreadable(folder)
        }
        pool = rescued.queue
        isReadOnly = true
    }

    /// Whether some answers came from what is left of a damaged database.
    public var isDamaged: Bool { rescue.current != nil }

    /// What is left of a damaged database; nil if nothing is.
    func rescued() throws -> RescuedDatabase? { try pool.holdingSnapshot { try rescue.database() } }

    /// Writes what is left of a damaged database into a new one; nil if nothing is.
    func writeRemains(
        to file: FilePath
    ) throws -> (problems: [LibraryCheck.Problem], extent: RescuedDatabase.Extent)? {
        let path = utf8Folder.path.appending(DatabaseFile.name)
        return try pool.holdingSnapshot { try RescuedDatabase.write(path, to: file, blobs) }
    }

    /// Reads from one consistent snapshot of the database, or if that is damaged from what is left of it.
    func reading<T>(_ body: (Database) throws -> T) throws(LibraryError) -> T {
        do {
            return try pool.read(body)
        } catch let error where !isReadOnly && LibraryError.isDamage(error) {
            guard let rescued = try? rescued() else { throw LibraryError(error, in: folder) }
            do { return try rescued.queue.read(body) } catch { throw LibraryError(error, in: folder) }
        } catch { throw LibraryError(error, in: folder) }
    }

    /// Writes in one immediate transaction, which holds the write lock from its start.
    func writing<T>(_ body: (Database) throws -> T) throws(LibraryError) -> T {
        guard !isReadOnly else { throw .unreadable(folder) }
        // If the trash cannot be emptied now, the next program does it.
        if trashWatch.isDue() { _ = try? emptyOldTrash() }
        do {
            return try pool.writeWithoutTransaction { database in
                var result: T?
                try database.inTransaction(.immediate) {
                    result = try body(database)
                    return .commit
                }
                guard let result else { throw LibraryError(.other, "The library could not be changed.") }
                return result
            }
        } catch { throw LibraryError(error, in: folder) }
    }

    /// The value of a pragma on the writing connection.
    package func setting(_ name: String) throws -> String {
        try pool.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA \(name)") ?? "" }
    }
}

extension DatabaseReader {
    /// Runs `body` while pages of the current snapshot are not overwritten, as far as the database can be read at all.
    fileprivate func holdingSnapshot<T>(_ body: () throws -> T) throws -> T {
        var result: Result<T, any Error>?
        try? read { database in
            _ = try Int.fetchOne(database, sql: "SELECT 1 FROM sqlite_schema")
            result = Result { try body() }
        }
        return try result?.get() ?? body()
    }
}

extension LibraryError {
    /// Whether an error tells of damage that SQLite found, or of a value that no row of a library has.
    static func isDamage(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return error is RowDecodingError }
        return error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_NOTADB
    }

    static func unreadable(_ folder: FilePath) -> LibraryError {
        LibraryError(
            .damaged,
            "The library \(folder.displayName) is damaged and cannot be changed. Restore a backup, or salvage what is left."
        )
    }
}
