// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
public import SystemPackage

/// The result of a backup, a restore or a salvage.
///
/// Warnings do not mean that it failed: what they name is damaged or missing, and all other data were copied.
public struct LibraryCopy: Hashable, Sendable {
    /// The number of templates copied. Those in the trash are copied, too, but not counted.
    public internal(set) var templateCount = 0
    /// The number of characters copied. Those in the trash are copied, too, but not counted.
    public internal(set) var characterCount = 0
    /// The total size of all copied files in bytes: the database and the PDFs.
    public internal(set) var byteCount = 0
    /// Messages about damaged and missing data, as sentences; empty if everything was copied undamaged.
    public internal(set) var warnings: [String] = []
    /// The folder where a restore keeps the library that it replaced; nil if there was none, or an empty one.
    public internal(set) var replaced: FilePath?
}

extension Library {
    /// Copies a consistent snapshot of the library to a folder, which can itself be opened as a library.
    ///
    /// Other processes may continue to use the library. The folder gets its name only when it is complete and synced.
    /// The copy is checked. If the database is damaged, its readable data are copied, and the losses are reported.
    ///
    /// The call reads every PDF and every drawing to check them, so its time grows with the size of the library.
    ///
    /// ```swift
    /// let copy = try library.backup(to: "/mnt/backup/limn-2026-05-04")
    /// copy.warnings.forEach { print($0) }
    /// ```
    ///
    /// - Parameter destination: a folder that does not exist or is empty. Missing parent folders are made.
    /// - Returns: the numbers of what was copied, and warnings.
    /// - Throws: ``LibraryError``, `refused` if `destination` is not empty, `busy` if another process is writing it,
    ///   `damaged` if nothing in the database is readable.
    public func backup(to destination: FilePath) throws(LibraryError) -> LibraryCopy {
        do {
            return try StagedDirectory.create(destination) { folder in
                // Garbage collection must not delete a blob after the database is copied and before the blob is.
                try blobs.withoutGarbageCollection { try copy(to: folder, named: destination) }
            }
        } catch { throw LibraryError(error, in: folder) }
    }

    private func copy(to folder: FilePath, named destination: FilePath) throws -> LibraryCopy {
        let file = folder.appending(DatabaseFile.name)
        var copy = LibraryCopy()
        let templates: [(hash: String, name: String)]
        do {
            copy.warnings = try copyDatabase(to: file)
            let queue = try DatabaseQueue(path: file.string)
            templates = try queue.write { database in
                (copy.templateCount, copy.characterCount) = try Self.counts(database)
                copy.warnings += try Self.inkProblems(database) + Self.formProblems(database)
                return try Row.fetchAll(database, sql: "SELECT blob, name FROM template ORDER BY blob")
                    .map { (try $0.value(0), try $0.value(1)) }
            }
            try queue.close()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            // The destination's disk is full, not the library's.
            throw LibraryError(error, in: destination)
        }
        copy.byteCount = try InputFile(regularFile: file).size
        let target = BlobFolder(folder.appending("blobs"))
        try Publisher.makeFolder(target.path, isPrivate: true)
        for start in stride(from: 0, to: templates.count, by: 64) {
            var found: [(hash: String, content: InputFile)] = []
            for (hash, name) in templates[start..<min(start + 64, templates.count)] {
                let shown = FilePath(hash.shortened).displayName
                guard let content = try? blobs.open(hash) else {
                    copy.warnings.append("The PDF of the template “\(name)” is missing from the library (\(shown)).")
                    continue
                }
                if !blobs.isSound(hash) {
                    copy.warnings.append(
                        "The PDF of the template “\(name)” is damaged in the library (\(shown)); it was copied as it is."
                    )
                }
                copy.byteCount += content.size
                found.append((hash, content))
            }
            try target.publish(found)
        }
        return copy
    }

    /// Copies the database, or its readable data if it is damaged.
    ///
    /// - Returns: messages about the losses.
    private func copyDatabase(to file: FilePath) throws -> [String] {
        if !isRescued {
            do {
                try LibraryFiles.makeDatabase(at: file)
                let queue = try DatabaseQueue(path: file.string)
                try pool.backup(to: queue)
                let isIntact = try queue.writeWithoutTransaction { database in
                    let check = "PRAGMA integrity_check(1)"
                    if try String.fetchOne(database, sql: check) == "ok" { return true }
                    // Rebuilding an index loses nothing if its table is undamaged.
                    try database.execute(sql: "REINDEX")
                    return try String.fetchOne(database, sql: check) == "ok"
                }
                try queue.close()
                if isIntact { return [] }
            } catch {
                guard LibraryError.isDamage(error) else { throw error }
            }
        }
        for ending in ["", "-wal", "-shm", "-journal"] {
            _ = FilePath(file.string + ending).withPlatformString { unlink($0) }
        }
        guard let left = try writeRemains(to: file) else { throw LibraryError.unreadable(folder) }
        return ["The database of the library is damaged. \(left.extent.sentence)"] + left.problems.map(\.description)
    }

    /// Returns the problems with ink, as sentences.
    private static func inkProblems(_ database: Database) throws -> [String] {
        let pages = try Row.fetchCursor(database, sql: "SELECT character, page FROM drawing ORDER BY character, page")
        var problems: [String] = []
        while let row = try pages.next() {
            let page = CharacterPage(CharacterID(stored: try row.value(0)), page: try row.page(1))
            if let problem = try DrawingCheck(page, database)?.problem { problems.append(problem) }
        }
        return problems
    }

    /// Returns the numbers of templates and characters, without those in the trash.
    static func counts(_ database: Database) throws -> (templates: Int, characters: Int) {
        (
            try Int.fetchOne(database, sql: "SELECT count(*) FROM template WHERE trashed IS NULL") ?? 0,
            try Int.fetchOne(database, sql: "SELECT count(*) FROM character WHERE trashed IS NULL") ?? 0
        )
    }
}
