// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB
internal import LimnFiles
public import SystemPackage

/// A library in a folder of its own: `library.sqlite`, and the PDFs in `blobs/`, each under the hash of its content.
///
/// What a call returned from is on the disk, through power loss too. Several processes may use a library at once.
public final class Library: LibraryStore {
    /// The folder.
    public let folder: FilePath
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
        blobs = BlobFolder(folder.appending("blobs"))
        let file = LibraryFile(folder: folder)
        if try !file.inspect() {
            guard creating else {
                throw LibraryError(.notFound, "There is no library in \(folder.shown).")
            }
            do throws(FileError) { try Publisher.makeFolder(folder) } catch { throw LibraryError(error) }
        }
        do throws(FileError) { try Publisher.makeFolder(blobs.path) } catch { throw LibraryError(error) }
        pool = try file.open()
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
