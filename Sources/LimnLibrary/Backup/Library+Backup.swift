// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
public import SystemPackage

/// The result of a backup or a restore.
public struct LibraryCopy: Hashable, Sendable {
    /// The number of templates copied.
    public internal(set) var templateCount = 0
    /// The number of characters copied.
    public internal(set) var characterCount = 0
    /// The total size of all copied files in bytes.
    public internal(set) var byteCount = 0
    /// Sentences about damaged PDFs, which were copied as they are, and missing ones.
    public internal(set) var warnings: [String] = []
    /// The new path of a damaged database that a restore replaced; nil if the database could be opened.
    public internal(set) var damagedDatabase: FilePath?
}

extension Library {
    /// Copies a consistent snapshot of the library to a folder, which can itself be opened as a library.
    ///
    /// Other processes may keep using the library. The folder gets its name only when it is complete and synced.
    ///
    /// - Parameter destination: a folder that does not exist or is empty.
    /// - Throws: ``LibraryError``, `refused` if `destination` is not empty.
    public func backup(to destination: FilePath) throws(LibraryError) -> LibraryCopy {
        do {
            return try StagedDirectory.create(destination) { folder in
                // Garbage collection must not delete a blob between the copying of the database and of the blob.
                try blobs.withoutGarbageCollection { try copy(to: folder, named: destination) }
            }
        } catch { throw LibraryError(error, in: folder) }
    }

    private func copy(to folder: FilePath, named destination: FilePath) throws -> LibraryCopy {
        let file = folder.appending(DatabaseFile.name)
        var copy = LibraryCopy()
        let hashes: [String]
        do {
            try LibraryFiles.makeDatabase(at: file)
            let queue = try DatabaseQueue(path: file.string)
            try pool.backup(to: queue)
            hashes = try queue.write { database in
                (copy.templateCount, copy.characterCount) = try Self.counts(database)
                return try Schema.blobNames(database).sorted()
            }
            try queue.close()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            // The destination's disk is full, not the library's.
            throw LibraryError(error, in: destination)
        }
        copy.byteCount = try InputFile(regularFile: file).size
        let target = BlobFolder(folder.appending("blobs"))
        try Publisher.makeFolder(target.path, isPrivate: true)
        for start in stride(from: 0, to: hashes.count, by: 64) {
            var found: [(hash: String, content: InputFile)] = []
            for hash in hashes[start..<min(start + 64, hashes.count)] {
                guard blobs.exists(hash) else {
                    copy.warnings.append("The PDF \(FilePath(hash.shortened).displayName) is missing from the library.")
                    continue
                }
                let content = try blobs.open(hash)
                if try BlobName(hash)?.fits(content) != true {
                    copy.warnings.append("The PDF \(hash) is damaged in the library.")
                }
                copy.byteCount += content.size
                found.append((hash, content))
            }
            try target.publish(found)
        }
        return copy
    }

    /// The numbers of templates and characters.
    static func counts(_ database: Database) throws -> (templates: Int, characters: Int) {
        (
            try Int.fetchOne(database, sql: "SELECT count(*) FROM template") ?? 0,
            try Int.fetchOne(database, sql: "SELECT count(*) FROM character") ?? 0
        )
    }
}
