// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
public import SystemPackage

extension Library {
    /// Puts a backup in the place of everything that a library holds.
    ///
    /// A copy of the backup is checked first, and nothing is replaced where it is not sound in all. Then the files go beside
    /// those that are there, and the database is replaced in one transaction: whoever is killed leaves the old library or the
    /// new one. Others may have the library open meanwhile. The backup itself is not changed.
    ///
    /// - Parameters:
    ///   - backup: a folder that ``backup(to:)`` has made.
    ///   - folder: the library, which is made where it is missing. A database that is damaged beyond opening is put aside.
    /// - Throws: ``LibraryError``, `damaged` where the backup is not sound, `newerVersion` where a newer Limn made it.
    public static func restore(from backup: FilePath, to folder: FilePath) throws(LibraryError) -> LibraryCopy {
        guard try LibraryFile(folder: backup).inspect() else {
            throw LibraryError(.notFound, "There is no backup of a library in \(backup.displayName).")
        }
        if let one = FileIdentity(backup), one == FileIdentity(folder) {
            throw LibraryError(.refused, "\(backup.displayName) is the library itself.")
        }
        do {
            try Publisher.makeFolder(folder)
            let (from, to) = (try ReachableFolder(backup), try ReachableFolder(folder))
            defer { withExtendedLifetime((from, to)) {} }
            return try FolderLock.exclusive(to.path.appending("restore.lock")) {
                try replace(to.path, by: from.path)
            }
        } catch { throw LibraryError(error, in: folder) }
    }

    private static func replace(_ folder: FilePath, by backup: FilePath) throws -> LibraryCopy {
        let trial = folder.appending(".restore.part")
        // Somebody who was killed may have left one.
        try? FileManager.default.removeItem(atPath: trial.string)
        defer { try? FileManager.default.removeItem(atPath: trial.string) }
        let source = try soundCopy(of: backup, in: trial)
        let (library, damaged) = try openOrPutAside(folder)
        var copy = LibraryCopy(damagedDatabase: damaged)
        (copy.templateCount, copy.characterCount) = try source.pool.read(counts)
        copy.byteCount = try InputFile(source.folder.appending(LibraryFile.name)).size
        try library.blobs.withoutCollecting {
            let hashes = try source.pool.read {
                try String.fetchAll($0, sql: "SELECT blob FROM template ORDER BY blob")
            }
            for start in stride(from: 0, to: hashes.count, by: 64) {
                let contents = try hashes[start..<min(start + 64, hashes.count)].map { hash in
                    (hash: hash, content: try source.blobs.open(hash))
                }
                copy.byteCount += contents.reduce(0) { $0 + $1.content.size }
                try library.blobs.publish(contents)
            }
            try LibraryFile.patiently { try source.pool.backup(to: library.pool) }
        }
        _ = try? library.collectBlobs()
        return copy
    }

    /// A copy of a backup in which nothing is wrong. Opening a database writes beside it, and a backup may be on a disk that is
    /// read only.
    private static func soundCopy(of backup: FilePath, in trial: FilePath) throws -> Library {
        let blobs = BlobFolder(backup.appending("blobs"))
        try Publisher.makeFolder(trial.appending("blobs"))
        for name in ["", "-wal"] {
            let file = backup.appending(LibraryFile.name + name)
            guard FileIdentity(file) != nil else { continue }
            let pending = try Publisher().stage(trial.appending(LibraryFile.name + name))
            try InputFile(file).copy(to: pending.descriptor)
            for case let error? in Publisher().publish([pending]) { throw error }
        }
        for name in (try? blobs.names()) ?? [] where name.utf8.count == 32 && BlobFolder.isOwn(name) {
            try FileManager.default.createSymbolicLink(
                atPath: trial.appending("blobs").appending(name).string,
                withDestinationPath: URL(fileURLWithPath: blobs.file(name).string).path)
        }
        let copy = try Library(at: trial, creating: false)
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

    /// Opens a library; what cannot be opened any more is put aside and made anew.
    private static func openOrPutAside(_ folder: FilePath) throws -> (Library, FilePath?) {
        do throws(LibraryError) { return (try Library(at: folder), nil) } catch {
            guard error.code == .damaged || error.code == .notLibrary else { throw error }
            var number = 1
            while FileIdentity(folder.appending("\(LibraryFile.name).damaged-\(number)")) != nil { number += 1 }
            for name in ["", "-wal", "-shm"] {
                let old = folder.appending(LibraryFile.name + name)
                let new = folder.appending("\(LibraryFile.name).damaged-\(number)\(name)")
                _ = old.withPlatformString { old in new.withPlatformString { rename(old, $0) } }
            }
            return (try Library(at: folder), folder.appending("\(LibraryFile.name).damaged-\(number)"))
        }
    }
}
