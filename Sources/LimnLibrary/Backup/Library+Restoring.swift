// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
public import SystemPackage

extension Library {
    /// Replaces the whole content of a library with a backup.
    ///
    /// First, a copy of the backup is checked; damaged parts are omitted and reported. Unless the old library is empty,
    /// a copy of it is kept in a folder next to it. Then the PDFs of the backup are added to the library, and the
    /// database is replaced in one transaction. If the process is killed, the library is either the old or the restored
    /// one. Other processes may have the library open. The backup is not changed.
    ///
    /// The disk of the library needs room for the backup and for a copy of the old database. The old PDFs are kept as
    /// hard links, unless the file system has none.
    ///
    /// - Parameters:
    ///   - backup: a folder written by ``backup(to:)``.
    ///   - folder: the library; it is created if it is missing.
    ///   - confirm: called on the same thread before a library that is not empty is replaced. Returns whether to
    ///     continue. Without it, the library is replaced.
    /// - Returns: what was restored; ``LibraryCopy/replaced`` is the folder with the old library.
    /// - Throws: ``LibraryError``; `damaged` if nothing in the backup is readable, `newerVersion` if a newer Limn wrote
    ///   it, `notFound` if there is no backup, `refused` if `confirm` returned false or if the backup is the library
    ///   itself.
    public static func restore(
        from backup: FilePath, to folder: FilePath, confirming confirm: ((RestorePlan) -> Bool)? = nil
    ) throws(LibraryError) -> LibraryCopy {
        try withBackup(backup, for: folder) { library, source in
            try replace(library, named: folder, by: source, backup, confirm)
        }
    }

    /// Runs `body` with the UTF-8 paths of a library, which is locked for restores, and of a backup.
    static func withBackup<T>(
        _ backup: FilePath, for folder: FilePath, _ body: (_ library: FilePath, _ backup: FilePath) throws -> T
    ) throws(LibraryError) -> T {
        do throws(LibraryError) {
            guard try DatabaseFile(folder: backup).inspect() else {
                throw LibraryError(.notFound, "There is no backup of a library in \(backup.displayName).")
            }
        } catch {
            // The readable data of a damaged backup are restored.
            guard error.code == .damaged || error.code == .notLibrary else { throw error }
        }
        if let one = FileIdentity(backup), one == FileIdentity(folder) {
            throw LibraryError(.refused, "\(backup.displayName) is the library itself.")
        }
        do {
            try Publisher.makeFolder(folder, isPrivate: true)
            let (from, to) = (try UTF8Folder(backup), try UTF8Folder(folder))
            defer { withExtendedLifetime((from, to)) {} }
            return try FolderLock.exclusive(to.path.appending("restore.lock")) { try body(to.path, from.path) }
        } catch { throw LibraryError(error, in: folder) }
    }

    private static func replace(
        _ folder: FilePath, named name: FilePath, by backup: FilePath, _ backupName: FilePath,
        _ confirm: ((RestorePlan) -> Bool)?
    ) throws -> LibraryCopy {
        let staging = folder.appending(".restore.part")
        // A killed process may have left this folder.
        try? FileManager.default.removeItem(atPath: staging.string)
        defer { try? FileManager.default.removeItem(atPath: staging.string) }
        let (source, warnings) = try verifiedCopy(of: backup, named: backupName, in: staging)
        let library = try openUnlessDamaged(folder)
        var copy = LibraryCopy(warnings: warnings)
        (copy.templateCount, copy.characterCount) = try source.pool.read(counts)
        copy.byteCount = try InputFile(regularFile: source.folder.appending(DatabaseFile.name)).size
        if try library?.isEmpty() != true {
            var plan = try RestorePlan(
                replacing: library, with: source, keptAs: ReplacedLibrary.freePath(for: name))
            plan.warnings = warnings
            guard confirm?(plan) ?? true else {
                throw LibraryError(.refused, "Nothing was restored, and the library is as it was.")
            }
            try ReplacedLibrary.keep(folder, library?.pool, as: plan.kept)
            copy.replaced = plan.kept
        }
        try publish(source, to: folder, library, &copy)
        // The PDFs of the old library are kept with its copy.
        _ = try? (library ?? Library(at: folder)).collectBlobs()
        return copy
    }

    /// Adds the PDFs of a verified backup to a library, and replaces its database.
    private static func publish(
        _ source: Library, to folder: FilePath, _ library: Library?, _ copy: inout LibraryCopy
    ) throws {
        let blobs = BlobFolder(folder.appending(LibraryFiles.blobs))
        try Publisher.makeFolder(blobs.path, isPrivate: true)
        try blobs.withoutGarbageCollection {
            let hashes = try source.pool.read(Schema.blobNames).sorted()
            // A damaged PDF must not replace an undamaged one of the same name.
            let wanted = hashes.filter {
                source.blobs.exists($0) && (source.blobs.isSound($0) || !blobs.isSound($0))
            }
            for start in stride(from: 0, to: wanted.count, by: 64) {
                let contents = try wanted[start..<min(start + 64, wanted.count)].map { hash in
                    (hash: hash, content: try source.blobs.open(hash))
                }
                copy.byteCount += contents.reduce(0) { $0 + $1.content.size }
                try blobs.publish(contents)
            }
            let kept = copy.replaced == nil ? [] : Set(blobs.blobNames()).subtracting(hashes)
            try source.pool.write { try Schema.discard(kept.sorted(), $0) }
            guard let library else { return try replaceFiles(of: folder, by: source) }
            let target = try library.connection.writable()
            try DatabaseFile.retryingWhileBusy { try source.pool.backup(to: target) }
        }
    }

    /// Replaces a database that cannot be opened. There is a database at all times.
    private static func replaceFiles(of folder: FilePath, by source: Library) throws {
        let new = source.folder.appending("new.sqlite")
        try LibraryFiles.makeDatabase(at: new)
        let queue = try DatabaseQueue(path: new.string)
        try source.pool.backup(to: queue)
        // The new database must not use the log of the old one.
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try queue.close()
        let file = folder.appending(DatabaseFile.name)
        for ending in ["-wal", "-shm", "-journal"] {
            _ = FilePath(file.string + ending).withPlatformString { unlink($0) }
        }
        try LibraryFiles.copy(new, to: file)
    }

    /// Makes the library one that others do not know yet: they may have seen changes that it has lost.
    private func forgetIdentity() throws {
        try connection.writable().write { try $0.execute(sql: "DELETE FROM state WHERE name = 'sync.file'") }
    }

    /// Moves the removal times in a backup's trash forward, as if no time had passed since the last removal.
    private func freshenTrash() throws {
        let now = sources.milliseconds()
        try connection.writable().write { database in
            let latest = try Int64.fetchOne(
                database,
                sql: """
                    SELECT max(latest) FROM (
                        SELECT max(trashed) AS latest FROM template UNION ALL SELECT max(trashed) FROM character)
                    """)
            guard let latest, (0..<now).contains(latest) else { return }
            for table in ["template", "character"] {
                try database.execute(
                    sql: "UPDATE \(table) SET trashed = trashed + ? WHERE trashed IS NOT NULL",
                    arguments: [now - latest])
            }
        }
    }

    /// Returns whether replacing this library would lose nothing.
    private func isEmpty() throws -> Bool {
        let isEmpty = try reading { database in
            try Bool.fetchOne(
                database,
                sql: "SELECT NOT EXISTS (SELECT 1 FROM template) AND NOT EXISTS (SELECT 1 FROM character)") == true
        }
        return isEmpty && blobs.blobNames().isEmpty
    }

    /// Opens a library; nil if it is too damaged for its database to be replaced in a transaction.
    private static func openUnlessDamaged(_ folder: FilePath) throws -> Library? {
        do throws(LibraryError) {
            let library = try Library(at: folder)
            return library.isRescued ? nil : library
        } catch {
            guard error.code == .damaged || error.code == .notLibrary else { throw error }
            return nil
        }
    }

    /// Copies the database of a backup, and checks the copy with the blobs of the backup. Damaged parts are omitted.
    ///
    /// It checks a copy, because opening a database writes files next to it and a backup may be on a read-only disk.
    ///
    /// - Returns: the copy, and messages about damaged and missing data.
    static func verifiedCopy(
        of backup: FilePath, named name: FilePath, in staging: FilePath
    ) throws -> (Library, warnings: [String]) {
        try LibraryFiles.check(backup)
        try Publisher.makeFolder(staging, isPrivate: true)
        let file = staging.appending(DatabaseFile.name)
        for ending in ["", "-wal"] {
            let original = backup.appending(DatabaseFile.name + ending)
            guard FileIdentity(original) != nil else { continue }
            try LibraryFiles.copy(original, to: staging.appending(DatabaseFile.name + ending))
        }
        let blobs = backup.appending(LibraryFiles.blobs)
        if let copy = try openIntact(staging, named: name, borrowing: blobs) {
            try copy.freshenTrash()
            try copy.forgetIdentity()
            return (copy, try copy.problems(ofBackup: name))
        }
        let rescued = staging.appending("rescued.sqlite")
        let lent = BlobFolder(borrowing: blobs, lockingIn: staging)
        guard let left = try RescuedDatabase.write(file, to: rescued, lent) else {
            throw LibraryError(
                .damaged,
                "The backup \(name.displayName) is damaged, and nothing was restored: nothing in its database can be read."
            )
        }
        for ending in ["-wal", "-shm", "-journal", ""] {
            _ = FilePath(file.string + ending).withPlatformString { unlink($0) }
        }
        guard rescued.withPlatformString({ old in file.withPlatformString { rename(old, $0) } }) == 0 else {
            throw FileError(writing: file, cause: Errno(rawValue: errno))
        }
        let warnings =
            ["The database of the backup is damaged. \(left.extent.sentence)"] + left.problems.map(\.description)
        let copy = try Library(at: staging, creating: false, borrowing: blobs)
        try copy.freshenTrash()
        return (copy, warnings + (try copy.problems(ofBackup: name)))
    }

    /// Opens the copy of a backup; nil if its database is damaged.
    ///
    /// - Throws: ``LibraryError``; `damaged` if the schema is not Limn's.
    private static func openIntact(
        _ staging: FilePath, named name: FilePath, borrowing blobs: FilePath
    ) throws -> Library? {
        do throws(LibraryError) {
            let copy = try Library(at: staging, creating: false, borrowing: blobs)
            guard !copy.isRescued, try copy.isIntact() else { return nil }
            return copy
        } catch {
            // The readable data of a damaged backup are restored.
            if !error.isOfForeignSchema, error.code == .damaged || error.code == .notLibrary { return nil }
            let description = error.description.replacing(staging.displayName, with: name.displayName)
            throw LibraryError(error.code, "\(description) Nothing was restored.")
        }
    }

    /// Returns the damage in the copy of a backup, as sentences.
    ///
    /// - Throws: ``LibraryError`` with `damaged` if the database is damaged.
    private func problems(ofBackup name: FilePath) throws -> [String] {
        let check = try check()
        if let problem = check.problems.first(where: { $0.kind == .database }) {
            throw LibraryError(
                .damaged,
                "The backup \(name.displayName) is damaged, and nothing was restored. \(problem.description)")
        }
        return check.problems.map(\.description)
    }
}
