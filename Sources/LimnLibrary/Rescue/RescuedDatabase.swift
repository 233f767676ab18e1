// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
internal import SystemPackage

/// A temporary database for reading, with all readable data of a damaged one.
final class RescuedDatabase: Sendable {
    /// The database.
    let queue: DatabaseQueue
    /// The losses, except for damaged ink.
    let problems: [LibraryCheck.Problem]
    /// The extent of the damage.
    let extent: Extent

    /// The extent of the damage to a database.
    struct Extent: Sendable {
        /// The number of records that were read.
        var rowCount = 0
        /// The number of pages.
        var pageCount = 0
        /// The pages that could not be read.
        var damagedPages: [Int] = []

        /// The damaged pages as a sentence.
        var sentence: String {
            guard !damagedPages.isEmpty else { return "Parts of it contradict each other." }
            let listed = damagedPages.prefix(10).map(String.init).joined(separator: ", ")
            let more = damagedPages.count > 10 ? " and \(damagedPages.count - 10) more" : ""
            return damagedPages.count == 1
                ? "Page \(listed) of its \(pageCount) pages cannot be read."
                : "Pages \(listed)\(more) of its \(pageCount) pages cannot be read."
        }
    }

    /// Reads the data of a damaged database; nil if it has no record of a library.
    ///
    /// - Parameters:
    ///   - path: the damaged database.
    ///   - blobs: the PDFs of the library.
    init?(of path: FilePath, _ blobs: BlobFolder) throws {
        // SQLite stores a database without a name in a temporary file, which no other process can open.
        queue = try DatabaseQueue(path: "", configuration: Self.configuration)
        guard let (problems, extent) = try Self.fill(queue, from: path, blobs, completing: false) else { return nil }
        (self.problems, self.extent) = (problems, extent)
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        // Rows are inserted in any order.
        configuration.foreignKeysEnabled = false
        return configuration
    }

    /// Writes the readable data of a database into a new one.
    ///
    /// - Parameter target: the new database; it must not exist.
    /// - Returns: the losses; nil if there is no record of a library.
    static func write(
        _ path: FilePath, to target: FilePath, _ blobs: BlobFolder
    ) throws -> (problems: [LibraryCheck.Problem], extent: Extent)? {
        try LibraryFiles.makeDatabase(at: target)
        var configuration = configuration
        configuration.prepareDatabase { try $0.keepRoomSmall() }
        let queue = try DatabaseQueue(path: target.string, configuration: configuration)
        let result = try fill(queue, from: path, blobs, completing: true)
        try queue.close()
        return result
    }

    private static func fill(
        _ queue: DatabaseQueue, from path: FilePath, _ blobs: BlobFolder, completing: Bool
    ) throws -> (problems: [LibraryCheck.Problem], extent: Extent)? {
        guard let pages = try DatabasePages(path) else { return nil }
        try Schema.migrator().migrate(queue)
        return try queue.write { database in
            var scan = DatabaseScan(pages, try RowRecognizer(database))
            var filler = RescueFiller(database)
            try scan.forEachRow { try filler.add($0) }
            guard scan.rowCount > 0 else { return nil }
            try filler.finish(blobs, completing: completing)
            let extent = Extent(
                rowCount: scan.rowCount, pageCount: pages.count, damagedPages: scan.damagedPages)
            return (filler.problems, extent)
        }
    }
}

/// Creates a ``RescuedDatabase`` when it is first needed, and again when the damaged database has changed.
final class Rescue: @unchecked Sendable {
    // Unchecked: `lock` guards `made`.
    private let lock = NSLock()
    private var made: (stamp: [Int64], database: RescuedDatabase)?
    private let path: FilePath
    private let blobs: BlobFolder

    init(of path: FilePath, _ blobs: BlobFolder) { (self.path, self.blobs) = (path, blobs) }

    /// The rescued database; nil if it was not needed yet.
    var current: RescuedDatabase? { lock.withLock { made?.database } }

    /// Returns the rescued database; nil if nothing is readable.
    func database() throws -> RescuedDatabase? {
        try lock.withLock {
            let stamp = stamp
            if let made, made.stamp == stamp { return made.database }
            guard let database = try RescuedDatabase(of: path, blobs) else { return nil }
            made = (stamp, database)
            return database
        }
    }

    /// The sizes and times of the database and its log.
    private var stamp: [Int64] {
        ["", "-wal"].flatMap { ending -> [Int64] in
            var status = stat()
            let file = FilePath(path.string + ending)
            guard file.withPlatformString({ stat($0, &status) }) == 0 else { return [-1, 0, 0] }
            return [Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec)]
        }
    }
}
