// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnInk

/// Decides when a drawing's snapshot is rewritten, so that loading applies few edits.
enum CompactionPolicy {
    /// The journal size, in bytes, up to which reading costs almost nothing.
    static let minimumJournalSize = 128 << 10
    /// The maximum number of edits between the snapshot and the current ink.
    static let maximumEditCount = 256
    /// The number of most recent edits that compaction keeps for undo.
    static let undoDepth = 1000

    /// Returns whether the journal is larger than the snapshot, or has too many edits.
    ///
    /// Waiting until the journal is as large as the snapshot limits the cost: for large journals, compaction writes at
    /// most a fixed multiple of the bytes that edits have added.
    static func isDue(_ row: DrawingRow) -> Bool {
        row.journalSize > max(minimumJournalSize, row.baseSize) || abs(row.applied - row.base) > maximumEditCount
    }
}

extension Library {
    /// Rewrites the snapshot of a page, and deletes all but the last 1,000 edits that can be undone.
    ///
    /// The ink and its revision do not change, and the remaining edits can still be undone and redone. Callers rarely
    /// need this: edits compact a page by themselves once its journal is larger than its snapshot and than 128 KiB, or
    /// has more than 256 edits since the snapshot.
    ///
    /// - Parameter page: the page. Nothing happens if it was never drawn on or its character does not exist.
    /// - Throws: ``LibraryError``; `damaged` if the snapshot must be written and the ink cannot be read.
    public func compact(_ page: CharacterPage) throws(LibraryError) {
        try writing { database in
            guard let row = try DrawingRow.fetch(page, database) else { return }
            try compact(row, database)
        }
    }

    /// Rewrites the snapshot of a page if that is due. Others write meanwhile, because the snapshot is made before the
    /// transaction that stores it.
    ///
    /// Errors are ignored: the edits themselves are stored, and the next edit tries again.
    public func compactIfDue(_ page: CharacterPage) {
        guard let found = try? reading({ database in try snapshotIfDue(of: page, database) }) else { return }
        let (old, version, ink) = found
        guard let snapshot = try? DrawingRow.snapshot(of: ink) else { return }
        let rows: (before: DrawingRow, after: DrawingRow)? = try? writing {
            database -> (before: DrawingRow, after: DrawingRow)? in
            // Edits that were added meanwhile come after the snapshot. If an edit before it has changed, the snapshot is of
            // no use.
            guard var row = try DrawingRow.fetch(page, database), row.id == old.id, row.base == old.base,
                row.applied >= old.applied, try row.version(of: old.applied, database) == version
            else { return nil }
            let before = row
            if row.base != old.applied {
                let applied = row.applied
                row.applied = old.applied
                try row.writeBase(snapshot, database)
                row.applied = applied
                row.journalSize = try row.journalSize(after: old.applied, database)
            }
            try row.update(database)
            try row.deleteEdits(upTo: row.applied - CompactionPolicy.undoDepth, database)
            return (before, row)
        }
        // The ink is the same as before.
        if let rows { drawings.move(from: rows.before, to: rows.after) }
    }

    private func snapshotIfDue(
        of page: CharacterPage, _ database: Database
    ) throws -> (row: DrawingRow, version: Int?, ink: Drawing)? {
        guard let row = try DrawingRow.fetch(page, database), CompactionPolicy.isDue(row) else { return nil }
        let version = try row.version(of: row.applied, database)
        guard row.base != row.applied else { return (row, version, Drawing()) }
        return (row, version, try drawings.ink(of: row) ?? row.load(after: drawings.latest(row.id), database))
    }

    /// Compacts a page within a transaction. The snapshot is written only if it is not that of the current ink.
    private func compact(_ row: DrawingRow, _ database: Database) throws {
        var row = row
        if row.base != row.applied { try row.writeBase(try DrawingRow.snapshot(of: try row.load(database)), database) }
        try row.update(database)
        try row.deleteEdits(upTo: row.applied - CompactionPolicy.undoDepth, database)
    }
}

extension DrawingRow {
    /// Returns the ink version of an edit of the journal; nil if there is no such edit.
    fileprivate func version(of number: Int, _ database: Database) throws -> Int? {
        try Int.fetchOne(
            database, sql: "SELECT inkVersion FROM inkEdit WHERE drawing = ? AND number = ?", arguments: [id, number])
    }

    /// Returns the size of the edits after a number, in bytes.
    fileprivate func journalSize(after number: Int, _ database: Database) throws -> Int {
        try Int.fetchOne(
            database, sql: "SELECT sum(length(edit)) FROM inkEdit WHERE drawing = ? AND number > ?",
            arguments: [id, number]) ?? 0
    }
}
