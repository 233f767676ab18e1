// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
public import SystemPackage

extension Library {
    /// Replaces the whole content of a library with a backup.
    ///
    /// A copy of the backup is checked first; nothing is replaced unless it is sound. Then the PDFs are added to the
    /// library's, and the database is replaced in one transaction. If the process is killed, the library is either the
    /// old one or the restored one. Other processes may have the library open. The backup is not changed.
    ///
    /// - Parameters:
    ///   - backup: a folder written by ``backup(to:)``.
    ///   - folder: the library; it is created if it is missing. A database that cannot be opened is renamed and
    ///     replaced.
    /// - Throws: ``LibraryError``; `damaged` if the backup is not sound, `newerVersion` if a newer Limn wrote it.
    public static func restore(from backup: FilePath, to folder: FilePath) throws(LibraryError) -> LibraryCopy {
        guard try DatabaseFile(folder: backup).inspect() else {
            throw LibraryError(.notFound, "There is no backup of a library in \(backup.displayName).")
        }
        if let one = FileIdentity(backup), one == FileIdentity(folder) {
            throw LibraryError(.refused, "\(backup.displayName) is the library itself.")
        }
        do {
            try Publisher.makeFolder(folder, isPrivate: true)
            let (from, to) = (try UTF8Folder(backup), try UTF8Folder(folder))
            defer { withExtendedLifetime((from, to)) {} }
            return try FolderLock.exclusive(to.path.appending("restore.lock")) {
                try replace(to.path, by: from.path)
            }
        } catch { throw LibraryError(error, in: folder) }
    }

    private static func replace(_ folder: FilePath, by backup: FilePath) throws -> LibraryCopy {
        let staging = folder.appending(".restore.part")
        // A killed process may have left one.
        try? FileManager.default.removeItem(atPath: staging.string)
        defer { try? FileManager.default.removeItem(atPath: staging.string) }
        let source = try verifiedCopy(of: backup, in: staging)
        let (library, damaged) = try openOrReplaceDamaged(folder)
        var copy = LibraryCopy(damagedDatabase: damaged)
        (copy.templateCount, copy.characterCount) = try source.pool.read(counts)
        copy.byteCount = try InputFile(regularFile: source.folder.appending(DatabaseFile.name)).size
        try library.blobs.withoutGarbageCollection {
            let hashes = try source.pool.read(Schema.blobNames).sorted()
            for start in stride(from: 0, to: hashes.count, by: 64) {
                let contents = try hashes[start..<min(start + 64, hashes.count)].map { hash in
                    (hash: hash, content: try source.blobs.open(hash))
                }
                copy.byteCount += contents.reduce(0) { $0 + $1.content.size }
                try library.blobs.publish(contents)
            }
            let target = try library.connection.writable()
            try DatabaseFile.retryingWhileBusy { try source.pool.backup(to: target) }
        }
        _ = try? library.collectBlobs()
        return copy
    }

    /// Copies the database of a backup, and checks the copy with the blobs of the backup.
    ///
    /// It works on a copy because opening a database writes files beside it, and a backup may be on a read-only disk.
    private static func verifiedCopy(of backup: FilePath, in staging: FilePath) throws -> Library {
        try LibraryFiles.check(backup)
        try Publisher.makeFolder(staging, isPrivate: true)
        for name in ["", "-wal"] {
            let file = backup.appending(DatabaseFile.name + name)
            guard FileIdentity(file) != nil else { continue }
            let staged = try Publisher(isPrivate: true).stage(staging.appending(DatabaseFile.name + name))
            try InputFile(regularFile: file).copy(to: staged.descriptor)
            for case let error? in Publisher().publish([staged]) { throw error }
        }
        let copy: Library
        do throws(LibraryError) {
            copy = try Library(at: staging, creating: false, borrowing: backup.appending(LibraryFiles.blobs))
        } catch {
            let description = error.description.replacing(staging.displayName, with: backup.displayName)
            throw LibraryError(error.code, "\(description) Nothing was restored.")
        }
        let check = try copy.check()
        if let first = check.problems.first {
            let more = check.problems.count > 1 ? " There are \(check.problems.count - 1) more problems." : ""
            throw LibraryError(
                .damaged,
                "The backup \(backup.displayName) is damaged, and nothing was restored. \(first.description)\(more)"
            )
        }
        return copy
    }

    /// Opens a library. A database that is damaged or is no library is renamed and replaced with an empty one.
    ///
    /// - Returns: the library, and the new path of the renamed database.
    private static func openOrReplaceDamaged(_ folder: FilePath) throws -> (Library, FilePath?) {
        do throws(LibraryError) { return (try Library(at: folder), nil) } catch {
            guard error.code == .damaged || error.code == .notLibrary else { throw error }
            var number = 1
            while FileIdentity(folder.appending("\(DatabaseFile.name).damaged-\(number)")) != nil { number += 1 }
            for name in ["", "-wal", "-shm"] {
                let old = folder.appending(DatabaseFile.name + name)
                let new = folder.appending("\(DatabaseFile.name).damaged-\(number)\(name)")
                _ = old.withPlatformString { old in new.withPlatformString { rename(old, $0) } }
            }
            return (try Library(at: folder), folder.appending("\(DatabaseFile.name).damaged-\(number)"))
        }
    }
}
