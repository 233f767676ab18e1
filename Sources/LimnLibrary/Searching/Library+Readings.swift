// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
internal import GRDB

/// What reading the handwriting of a page has found. It belongs to one revision of the page's ink.
package struct PageReading: Hashable, Sendable {
    /// The page.
    package let page: CharacterPage
    /// The revision of the ink that was read.
    package let revision: Int
    /// What was found, as whoever read it encoded it. The library does not decode it.
    package let bytes: [UInt8]

    /// The maximum size in bytes, which bounds what a library of strangers makes a search read. A page takes about 30,000.
    package static let sizeLimit = 4 << 20
    /// The maximum size of the readings of a character together, in bytes.
    package static let totalLimit = 128 << 20

    package init(page: CharacterPage, revision: Int, bytes: [UInt8]) {
        (self.page, self.revision, self.bytes) = (page, revision, bytes)
    }
}

extension Schema {
    /// Adds the readings of handwriting.
    ///
    /// - Parameter version: the version of the schema after this migration.
    static func migrateToReadings(_ database: Database, version: Int) throws {
        try database.execute(
            sql: """
                CREATE TABLE drawingReading (
                    drawing INTEGER PRIMARY KEY REFERENCES drawing (id) ON DELETE CASCADE,
                    revision INTEGER NOT NULL, -- of the ink that was read
                    version INTEGER NOT NULL, -- of what has read it
                    reading BLOB NOT NULL
                ) STRICT;
                """)
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }
}

extension Library {
    /// Returns the readings of a character's pages, in page order. A page that has changed since it was read has none.
    ///
    /// - Parameters:
    ///   - versions: the versions of what has read them.
    ///   - pages: the numbers of the pages that are wanted; nil for all, of which those are left out that would take more
    ///     than ``PageReading/totalLimit``.
    package func readings(
        of id: CharacterID, versions: ClosedRange<Int>, on pages: Set<Int>? = nil
    ) throws(LibraryError) -> [PageReading] {
        try reading { database in
            _ = try Self.character(id, database)
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT page, drawing.revision, reading FROM drawing
                        JOIN drawingReading AS read ON read.drawing = drawing.id
                    WHERE character = ? AND read.revision = drawing.revision AND version BETWEEN ? AND ?
                        AND length(reading) <= ? ORDER BY page
                    """, arguments: [id.value, versions.lowerBound, versions.upperBound, PageReading.sizeLimit])
            var (found, total) = ([PageReading](), 0)
            while let row = try rows.next(), total <= PageReading.totalLimit {
                let page = try row.page(0)
                guard pages?.contains(page) ?? true else { continue }
                let bytes: Data = try row.value(2)
                total += bytes.count
                found.append(
                    PageReading(page: CharacterPage(id, page: page), revision: try row.count(1), bytes: Array(bytes)))
            }
            return found
        }
    }

    /// Stores the reading of a page, unless the page has changed since it was read.
    ///
    /// - Parameter version: the version of what has read it.
    package func store(_ reading: PageReading, version: Int) throws(LibraryError) {
        try writing { database in
            try database.execute(
                sql: """
                    INSERT INTO drawingReading (drawing, revision, version, reading)
                        SELECT id, revision, ?, ? FROM drawing WHERE character = ? AND page = ? AND revision = ?
                    ON CONFLICT (drawing) DO UPDATE
                        SET revision = excluded.revision, version = excluded.version, reading = excluded.reading
                    """,
                arguments: [
                    version, Data(reading.bytes), reading.page.character.value, reading.page.page, reading.revision,
                ])
        }
    }

    /// Returns the pages with strokes that have no reading of their present ink, those that changed last first.
    ///
    /// - Parameters:
    ///   - version: the version of what reads them.
    ///   - rest: pages that have changed since that time are left out; nil for none.
    /// - Returns: the pages, with the revisions of their ink.
    package func unreadPages(
        version: Int, unchangedSince rest: Date? = nil
    ) throws(LibraryError) -> [(page: CharacterPage, revision: Int)] {
        try reading { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT character, page, drawing.revision FROM drawing
                        JOIN character ON character.id = drawing.character
                        LEFT JOIN drawingReading AS read
                            ON read.drawing = drawing.id AND read.revision = drawing.revision AND version = ?
                    WHERE strokeCount > 0 AND trashed IS NULL AND read.drawing IS NULL AND drawing.modified <= ?
                    ORDER BY drawing.modified DESC, drawing.id
                    """, arguments: [version, rest.map { Int64(milliseconds: $0) } ?? .max]
            ).map { row in
                let character = CharacterID(stored: try row.value(0))
                return (CharacterPage(character, page: try row.page(1)), try row.count(2))
            }
        }
    }
}
