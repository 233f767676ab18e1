// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB
internal import LimnFiles
public import SystemPackage

/// A library in a folder: a database `library.sqlite`, and content-addressed PDFs in `blobs/`.
///
/// When a call returns, its changes are synced and survive power loss. Several processes may use a library at once.
/// Within a process, all threads may share one object.
///
/// ```swift
/// let library = try Library(at: "/home/maren/characters")
/// let maren = try library.createCharacter(NewCharacter(name: "Maren Ashwick", template: nil))
/// let points = StrokePoints([Point(x: 72, y: 72), Point(x: 200, y: 72)], width: 2)
/// try library.append([Stroke(brush: Brush(width: 2), points: points)], to: CharacterPage(maren.id, page: 1))
/// ```
///
/// A change waits at most 30 seconds for other processes and then throws `busy`. A read that takes longer than 60
/// seconds throws `refused`, because in a hostile database it might never end.
///
/// PDFs are files, because workers receive them as descriptors; thumbnails and ink are rows. According to measurements
/// with SQLite 3.40 on ext4, with syncing, a row is faster to write than a file up to about 200 KiB (64 KiB: 0.56 ms
/// for a row, 0.71 ms for a file; 1 MiB: 3.6 ms and 1.3 ms). A thumbnail has about 20 KiB.
public final class Library: LibraryStore {
    /// The folder that holds the library, as it was given to ``init(at:creating:sources:)``.
    public let folder: FilePath
    /// The same folder, for callers that need a place for large files.
    public var storageFolder: FilePath? { folder }
    private let utf8Folder: UTF8Folder
    let connection: LibraryConnection
    private let rescue: Rescue
    let blobs: BlobFolder
    let sources: LibrarySources
    let drawings = DrawingCache()
    let verified = VerifiedBlobs()
    let trashWatch = TrashWatch()
    private let trust = SchemaTrust()

    /// The maximum time to wait for other processes that write, in seconds.
    static let busyTimeout = 30.0
    /// The maximum time of a read, without waiting for other processes.
    static let readingLimit = Duration.seconds(60)
    private let readingLimit: Duration

    /// Opens a library, by default creating it if it does not exist.
    ///
    /// A library on a full or read-only disk is opened for reading; changes then throw errors. So is a library that is
    /// too damaged to be opened, with the data that can still be read. A library of an older Limn is converted, after
    /// which that Limn can no longer open it.
    ///
    /// - Parameters:
    ///   - folder: the folder that holds the library. A new folder is accessible to its owner only.
    ///   - creating: whether to create a missing library instead of throwing `notFound`.
    ///   - sources: the source of times and ids.
    /// - Throws: ``LibraryError``; `newerVersion` if a newer Limn wrote the library, which stays unchanged,
    ///   `notLibrary` if the folder has the database of another program, `damaged` if nothing is readable, `refused` if
    ///   links or devices are in the place of its files.
    public convenience init(
        at folder: FilePath, creating: Bool = true, sources: LibrarySources = LibrarySources()
    ) throws(LibraryError) {
        try self.init(at: folder, creating: creating, sources: sources, borrowing: nil)
    }

    /// Opens a library, also one whose PDFs are in another folder.
    ///
    /// - Parameters:
    ///   - folder: the folder that holds the library.
    ///   - creating: whether to create a missing library instead of throwing `notFound`.
    ///   - sources: the source of times and ids.
    ///   - borrowed: the folder of a backup's PDFs, which must not be changed; nil for the library's own folder.
    ///   - readingLimit: the maximum time of a read, without waiting for other processes.
    /// - Throws: as ``init(at:creating:sources:)``.
    package init(
        at folder: FilePath, creating: Bool, sources: LibrarySources = LibrarySources(), borrowing borrowed: FilePath?,
        readingLimit: Duration = readingLimit
    ) throws(LibraryError) {
        self.folder = folder
        self.sources = sources
        self.readingLimit = readingLimit
        try LibraryFiles.check(folder)
        let file = DatabaseFile(folder: folder, borrowedBlobs: borrowed)
        var damage: LibraryError?
        do throws(LibraryError) {
            if try !file.inspect() {
                guard creating else {
                    throw LibraryError(.notFound, "There is no library in \(folder.displayName).")
                }
                do throws(FileError) {
                    try Publisher.makeFolder(folder, isPrivate: true)
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
        var blobs = BlobFolder(utf8Folder.path.appending(LibraryFiles.blobs))
        if let borrowed { blobs = BlobFolder(borrowing: borrowed, lockingIn: utf8Folder.path) }
        rescue = Rescue(of: utf8Folder.path.appending(DatabaseFile.name), blobs)
        connection = try LibraryConnection(file, in: utf8Folder, blobs, rescue, damage: damage)
        blobs.aliases = connection.aliases
        self.blobs = blobs
    }

    /// The database for reading, or its rescued data if it is too damaged to be opened.
    var pool: any DatabaseWriter { connection.database }

    /// Whether the library is read-only at present, because its disk is full, because writing is not permitted, or
    /// because it is damaged.
    ///
    /// Every change tries again to open a library on a full or read-only disk for writing, so the value may become
    /// false. A damaged library stays read-only; its changes throw `damaged`.
    public var isReadOnly: Bool { connection.isReadOnly }

    /// Whether the database is too damaged to be opened, so that its rescued data are read instead.
    var isRescued: Bool { connection.isRescued }

    /// Whether some results came from the rescued data of a damaged database.
    ///
    /// It becomes true when opening or reading meets the damage. False does not prove that nothing is damaged;
    /// ``check(repairing:)`` finds out.
    public var isDamaged: Bool { rescue.current != nil }

    /// Returns the rescued data of a damaged database; nil if nothing is readable.
    func rescued() throws -> RescuedDatabase? { try pool.holdingSnapshot { try rescue.database() } }

    /// Writes the readable data of a damaged database into a new database; nil if nothing is readable.
    func writeRemains(
        to file: FilePath
    ) throws -> (problems: [LibraryCheck.Problem], extent: RescuedDatabase.Extent)? {
        let path = utf8Folder.path.appending(DatabaseFile.name)
        return try pool.holdingSnapshot { try RescuedDatabase.write(path, to: file, blobs) }
    }

    /// Reads from one consistent snapshot of the database or, if it is damaged, from its rescued data.
    ///
    /// - Parameters:
    ///   - isUnlimited: whether reading may take longer than the limit.
    ///   - body: reads. It runs a second time if it met damage.
    /// - Throws: ``LibraryError``, to which all errors of `body` are converted.
    func reading<T>(isUnlimited: Bool = false, _ body: (Database) throws -> T) throws(LibraryError) -> T {
        let limited = { (database: Database) in
            if isUnlimited { return try body(database) }
            return try ReadingDeadline.limit(database, to: self.readingLimit) { try body(database) }
        }
        do {
            return try pool.read(limited)
        } catch let error where !isRescued && LibraryError.isDamage(error) {
            guard let rescued = try? rescued() else { throw LibraryError(error, in: folder) }
            do { return try rescued.queue.read(limited) } catch { throw LibraryError(error, in: folder) }
        } catch { throw LibraryError(error, in: folder) }
    }

    /// A number that changes whenever another program changes the library, and not when this object does.
    ///
    /// - Throws: ``LibraryError`` if the library can only be read.
    package func foreignVersion() throws(LibraryError) -> Int {
        let database = try connection.writable()
        do {
            return try database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
        } catch { throw LibraryError(error, in: folder) }
    }

    /// Writes in one immediate transaction, which holds the write lock from its start.
    ///
    /// Old items in the trash are deleted first, if that is due.
    ///
    /// - Parameter body: writes. If it throws, everything that it wrote is rolled back. It must not call this method.
    /// - Throws: ``LibraryError``, to which all errors of `body` are converted.
    func writing<T>(_ body: (Database) throws -> T) throws(LibraryError) -> T {
        let database = try connection.writable()
        // If the trash cannot be emptied now, the next program that opens the library does it.
        if trashWatch.isDue() { _ = try? emptyOldTrash() }
        do {
            return try database.writeWithoutTransaction { database in
                var result: T?
                try database.inTransaction(.immediate) {
                    result = try trust.trusting(database, folder) { try body(database) }
                    try database.claimSpace(databasePath)
                    return .commit
                }
                guard let result else { throw LibraryError(.other, "The library could not be changed.") }
                return result
            }
        } catch { throw LibraryError(error, in: folder) }
    }

    /// Removes something in one transaction, even if the disk is full: it first reuses the log from its start, and then
    /// the space of ``SpaceReserve``.
    func removing<T>(_ body: (Database) throws -> T) throws(LibraryError) -> T {
        do throws(LibraryError) { return try writing(body) } catch { guard error.code == .noSpace else { throw error } }
        restartLog()
        do throws(LibraryError) { return try writing(body) } catch {
            let reserve = SpaceReserve(utf8Folder.path)
            guard error.code == .noSpace, reserve.release() else { throw error }
            // The log keeps the space that it takes now, so the next removal may need no more.
            defer { reserve.restore() }
            let result = try writing(body)
            restartLog()
            return result
        }
    }

    /// Copies the log into the database, so that the next transaction overwrites it. Does nothing if the disk has no space
    /// for the whole log: a part of it in the database would be of no use.
    private func restartLog() {
        _ = try? pool.writeWithoutTransaction { database in
            try database.claimSpace(databasePath)
            try database.checkpoint(.restart)
        }
    }

    /// Returns the space of removed data to the file system, and restores the reserve. Later calls repeat what fails
    /// now.
    func tidyAfterRemoving() {
        guard !isReadOnly else { return }
        for _ in 0..<Self.stepsOfGivingBack {
            let isDone = try? pool.writeWithoutTransaction { try giveBackPages($0) }
            if isDone ?? true { break }
        }
        SpaceReserve(utf8Folder.path).make()
    }

    /// Moves some unused pages to the end of the database and cuts them off. Libraries that were created before version 3
    /// of the schema keep them for new rows.
    ///
    /// - Returns: whether nothing is left to do.
    private func giveBackPages(_ database: Database) throws -> Bool {
        func count() throws -> Int { try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0 }
        func move() throws { try database.execute(sql: "PRAGMA incremental_vacuum(\(Self.pagesOfStep))") }
        let before = try count()
        guard before > 0 else { return true }
        do { try move() } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            try database.checkpoint(.restart)
            try move()
        }
        try database.checkpoint(.passive)
        let after = try count()
        return after == 0 || after == before
    }

    /// The maximum number of pages to move at a time: other processes wait meanwhile, and on a full disk the log must hold
    /// them.
    private static let pagesOfStep = 100
    private static let stepsOfGivingBack = 20

    private var databasePath: FilePath { utf8Folder.path.appending(DatabaseFile.name) }

    /// Returns the fingerprints of the schemas by version: the recorded ones, and those that the migrations produce.
    package static func schemaFingerprints() throws -> (known: [Int: String], made: [Int: String]) {
        (Schema.fingerprints, try SchemaCheck.madeFingerprints())
    }

    /// Runs SQL in a transaction with a trusted schema, for tests.
    package func execute(_ sql: String) throws(LibraryError) { try writing { try $0.execute(sql: sql) } }

    /// Returns the value of a pragma on the writing connection, as text; empty if there is no such pragma.
    package func setting(_ name: String) throws -> String {
        try pool.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA \(name)") ?? "" }
    }
}

extension DatabaseReader {
    /// Runs `body` while the pages of the current snapshot are not overwritten. If the database cannot be read, `body`
    /// runs without a snapshot.
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
    /// Returns whether an error means damage: SQLite found it, or a row has an impossible value.
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
