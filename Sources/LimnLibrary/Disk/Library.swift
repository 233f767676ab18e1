// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB
internal import LimnFiles
public import SystemPackage

/// A library in a folder of its own: `library.sqlite`, and the PDFs in `blobs/`, each under the hash of its content.
///
/// What a call returned from is on the disk, through power loss too. Several processes may use a library at once.
///
/// PDFs are files whatever their size, as workers are handed descriptors; pictures and ink are rows. On the machine where that
/// was measured (SQLite 3.40, ext4, everything synced), writing a row is faster than writing a file up to some 200 KiB
/// (64 KiB: 0.56 ms against 0.71; 1 MiB: 3.6 against 1.3), and a picture of a character has some 20 KiB.
public final class Library: LibraryStore {
    /// The folder.
    public let folder: FilePath
    private let reached: ReachableFolder
    let pool: DatabasePool
    let blobs: BlobFolder
    let sources: LibrarySources
    let drawings = DrawingCache()

    /// How long, in seconds, to wait for others who write.
    static let patience = 30.0

    /// Opens a library, and makes it where there is none.
    ///
    /// - Parameters:
    ///   - folder: where it is; made where it is missing.
    ///   - creating: whether a missing library is made; else it is `notFound`.
    /// - Throws: ``LibraryError``; `newerVersion` when a newer Limn wrote the library, which is left untouched.
    public init(
        at folder: FilePath, creating: Bool = true, sources: LibrarySources = LibrarySources()
    ) throws(LibraryError) {
        self.folder = folder
        self.sources = sources
        if try !LibraryFile(folder: folder).inspect() {
            guard creating else {
                throw LibraryError(.notFound, "There is no library in \(folder.displayName).")
            }
            do throws(FileError) {
                try Publisher.makeFolder(folder)
                // Whoever made it may have been killed before it was synced; SQLite syncs what is in it.
                try Publisher.syncParent(of: folder)
            } catch { throw LibraryError(error) }
        }
        reached = try ReachableFolder(folder)
        blobs = BlobFolder(reached.path.appending("blobs"))
        do throws(FileError) { try Publisher.makeFolder(blobs.path) } catch { throw LibraryError(error) }
        pool = try LibraryFile(folder: folder).open(in: reached)
    }

    /// Reads one state of the library, whatever others write meanwhile.
    func reading<T>(_ body: (Database) throws -> T) throws(LibraryError) -> T {
        do { return try pool.read(body) } catch { throw LibraryError(error, in: folder) }
    }

    /// Changes the library in one transaction, which is the only one that writes from its beginning on.
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

    /// What a pragma of the connection that writes says.
    package func setting(_ name: String) throws -> String {
        try pool.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA \(name)") ?? "" }
    }
}
