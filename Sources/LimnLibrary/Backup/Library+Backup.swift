// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
public import SystemPackage

/// What a backup or a restore took along.
public struct LibraryCopy: Hashable, Sendable {
    /// The number of templates.
    public internal(set) var templateCount = 0
    /// The number of characters.
    public internal(set) var characterCount = 0
    /// The bytes of all files.
    public internal(set) var byteCount = 0
    /// What was damaged and could be taken along as it is or not at all, each as a sentence.
    public internal(set) var warnings: [String] = []
    /// Where a restore has put a database that could not be opened; nil where there was none.
    public internal(set) var damagedDatabase: FilePath?
}

extension Library {
    /// Copies the library as it is at one moment to a folder, which is a library then; others may go on using this one.
    ///
    /// The folder appears when it is complete and on the disk, and not before.
    ///
    /// - Parameter destination: a folder that does not exist, or an empty one.
    /// - Throws: ``LibraryError``, `refused` where something stands there.
    public func backup(to destination: FilePath) throws(LibraryError) -> LibraryCopy {
        do {
            return try FolderInTheMaking.make(destination) { folder in
                // No blob goes between the database that names it and the copying of it.
                try blobs.withoutCollecting { try copy(to: folder, named: destination) }
            }
        } catch { throw LibraryError(error, in: folder) }
    }

    private func copy(to folder: FilePath, named destination: FilePath) throws -> LibraryCopy {
        let file = folder.appending(LibraryFile.name)
        var copy = LibraryCopy()
        let hashes: [String]
        do {
            let queue = try DatabaseQueue(path: file.string)
            try pool.backup(to: queue)
            hashes = try queue.write { database in
                (copy.templateCount, copy.characterCount) = try Self.counts(database)
                return try String.fetchAll(database, sql: "SELECT blob FROM template ORDER BY blob")
            }
            try queue.close()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            // It is not the library's disk.
            throw LibraryError(error, in: destination)
        }
        copy.byteCount = try InputFile(file).size
        let target = BlobFolder(folder.appending("blobs"))
        try Publisher.makeFolder(target.path)
        for start in stride(from: 0, to: hashes.count, by: 64) {
            var found: [(hash: String, content: InputFile)] = []
            for hash in hashes[start..<min(start + 64, hashes.count)] {
                guard blobs.exists(hash) else {
                    copy.warnings.append("The PDF \(hash) is gone from the library.")
                    continue
                }
                let content = try InputFile(blobs.file(hash))
                if try ContentHash(of: content).description != hash {
                    copy.warnings.append("The PDF \(hash) is damaged in the library.")
                }
                copy.byteCount += content.size
                found.append((hash, content))
            }
            try target.publish(found)
        }
        return copy
    }

    /// How many templates and characters there are.
    static func counts(_ database: Database) throws -> (templates: Int, characters: Int) {
        (
            try Int.fetchOne(database, sql: "SELECT count(*) FROM template") ?? 0,
            try Int.fetchOne(database, sql: "SELECT count(*) FROM character") ?? 0
        )
    }
}
