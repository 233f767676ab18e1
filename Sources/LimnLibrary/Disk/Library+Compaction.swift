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

    /// Compacts a page if that is due.
    ///
    /// Errors are ignored, because the edit itself is already committed and the next edit tries again.
    func compactIfDue(_ row: DrawingRow) {
        guard CompactionPolicy.isDue(row) else { return }
        try? writing { database in
            guard let row = try DrawingRow.fetch(row.page, database), CompactionPolicy.isDue(row) else { return }
            try compact(row, database)
        }
    }

    /// Compacts a page within a transaction. The snapshot is written only if it is not that of the current ink.
    private func compact(_ row: DrawingRow, _ database: Database) throws {
        var row = row
        if row.base != row.applied { try row.writeBase(try row.load(database), database) }
        try row.update(database)
        try row.deleteEdits(upTo: row.applied - CompactionPolicy.undoDepth, database)
    }
}
