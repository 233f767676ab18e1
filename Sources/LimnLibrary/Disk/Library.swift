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
    let pool: DatabasePool
    let blobs: BlobFolder
    let sources: LibrarySources
    let drawings = DrawingCache()

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
        utf8Folder = try UTF8Folder(folder)
        blobs = BlobFolder(utf8Folder.path.appending("blobs"))
        do throws(FileError) { try Publisher.makeFolder(blobs.path) } catch { throw LibraryError(error) }
        pool = try DatabaseFile(folder: folder).open(in: utf8Folder)
    }

    /// Reads from one consistent snapshot of the database.
    func reading<T>(_ body: (Database) throws -> T) throws(LibraryError) -> T {
        do { return try pool.read(body) } catch { throw LibraryError(error, in: folder) }
    }

    /// Writes in one immediate transaction, which holds the write lock from its start.
    func writing<T>(_ body: (Database) throws -> T) throws(LibraryError) -> T {
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
