// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
public import LimnInk

extension Library {
    /// Returns the edits of a page, oldest first.
    ///
    /// Undone edits are not included. To read a long history in parts, pass the revision of the last entry as
    /// `revision` while ``PageHistory/hasMore`` is true.
    ///
    /// - Parameters:
    ///   - page: the page of a character.
    ///   - revision: returns only edits that led to later revisions; nil for all edits in the journal.
    ///   - limit: the maximum number of edits to return, from 1 to 10,000; the nearest of these replaces any other
    ///     number.
    /// - Returns: the edits; none for a page that was never drawn on.
    /// - Throws: ``LibraryError`` with `notFound` or `noSuchPage`. An edit that cannot be read is an entry without a
    ///   kind.
    public func history(
        of page: CharacterPage, after revision: Int? = nil, limit: Int = 100
    ) throws(LibraryError) -> PageHistory {
        try reading { database in
            _ = try Self.character(page.character, database)
            guard let row = try DrawingRow.fetch(page, database) else {
                try checkPage(page, database)
                return PageHistory(entries: [], revision: 0, hasMore: false)
            }
            let first = try row.firstReplayable(database)
            // If the revision is too high, there are no later edits; if it is too low, all edits are later.
            let after = min(max(0, (revision ?? 0) - row.offset), row.applied)
            let limit = max(1, min(limit, 10_000))
            let edits = try Row.fetchAll(
                database,
                sql: """
                    SELECT number, made, edit FROM inkEdit WHERE drawing = ? AND number > ? AND number <= ?
                    ORDER BY number LIMIT ?
                    """, arguments: [row.id, after, row.applied, limit + 1])
            let entries = try edits.prefix(limit).map { edit in
                let number = try edit.count(0)
                let made: Int64? = try edit.value(1)
                let bytes: Data = try edit.value(2)
                return PageHistory.Entry(
                    try? Edit(decoding: [UInt8](bytes)), revision: row.offset + number, made: made,
                    isKept: number >= first)
            }
            return PageHistory(entries: entries, revision: row.revision, hasMore: edits.count > entries.count)
        }
    }

    /// Returns what was done last on a page, oldest first, with the revision after it: edits that hold, then edits that were
    /// undone, then their undoing.
    ///
    /// - Parameters:
    ///   - limit: the number of edits that hold.
    ///   - bytes: the number of bytes of the journal after which no older edit is read.
    /// - Throws: ``LibraryError`` with `damaged` if one cannot be read.
    package func lastSteps(
        of page: CharacterPage, limit: Int, bytes: Int
    ) throws(LibraryError) -> (steps: [Edit], revision: Int) {
        try reading { database in
            guard let row = try DrawingRow.fetch(page, database) else { return ([], 0) }
            let rows = try Row.fetchCursor(
                database,
                sql: "SELECT number, edit FROM inkEdit WHERE drawing = ? AND number > ? ORDER BY number DESC",
                arguments: [row.id, row.applied - limit])
            var (size, done, undone): (Int, [Edit], [Edit]) = (0, [], [])
            while size < bytes, let found = try rows.next() {
                let data: Data = try found.value(1)
                size += data.count
                let edit = try Edit(decoding: [UInt8](data))
                if try found.count(0) > row.applied { undone.append(edit) } else { done.append(edit) }
            }
            return (done.reversed() + undone.reversed() + undone.map(\.inverse), row.revision)
        }
    }

    /// Returns the ink of a page at a revision of its history.
    ///
    /// The library undoes edits in memory, from the current ink back, so old revisions take longer. Nothing is changed.
    ///
    /// - Parameters:
    ///   - page: the page of a character.
    ///   - revision: a revision as ``PageHistory`` counts them; 0 is the page before its first ink.
    /// - Returns: the ink; nil if the journal does not reach back that far, or if there is no such revision yet.
    /// - Throws: ``LibraryError`` with `notFound`, `noSuchPage`, or `damaged`.
    public func drawing(on page: CharacterPage, at revision: Int) throws(LibraryError) -> Drawing? {
        try reading { database in
            _ = try Self.character(page.character, database)
            guard let row = try DrawingRow.fetch(page, database) else {
                try checkPage(page, database)
                return revision == 0 ? Drawing() : nil
            }
            guard (0...row.revision).contains(revision) else { return nil }
            let number = revision - row.offset
            guard number >= 0, try number >= row.firstReplayable(database) - 1 else { return nil }
            let now = try drawings.ink(of: row) ?? row.loadWhole(database)
            return try row.withoutEdits(after: number, now, database)
        }
    }
}

extension PageHistory.Entry {
    /// Makes an entry from an edit of the journal.
    ///
    /// - Parameters:
    ///   - edit: the edit; nil if it cannot be read.
    ///   - revision: the revision after it.
    ///   - made: its time in milliseconds since 1970; nil for an edit of an old library.
    ///   - isKept: whether all later edits are in the journal.
    fileprivate init(_ edit: Edit?, revision: Int, made: Int64?, isKept: Bool) {
        self.revision = revision
        time = made.map { Date(milliseconds: $0) }
        (added, removed) = (edit?.inserted.count ?? 0, edit?.removed.count ?? 0)
        canReplay = isKept && edit != nil
        kind = edit.map { edit in
            switch (edit.inserted.isEmpty, edit.removed.isEmpty) {
            case (true, true): .layers
            case (false, true): .add
            case (true, false): .remove
            case (false, false): .change
            }
        }
    }
}

extension DrawingRow {
    /// The revision before edit 1, counted back from the current revision along the edits in effect.
    fileprivate var offset: Int { revision - applied }

    /// Returns the number of the first edit from which on the journal has no gap.
    fileprivate func firstReplayable(_ database: Database) throws -> Int {
        let gap = try Int.fetchOne(
            database,
            sql: """
                SELECT MAX(number) FROM inkEdit AS later WHERE drawing = ?1 AND number <= ?2 AND NOT EXISTS
                    (SELECT 1 FROM inkEdit WHERE drawing = ?1 AND number = later.number - 1)
                """, arguments: [id, applied])
        let last = try Int.fetchOne(
            database, sql: "SELECT MAX(number) FROM inkEdit WHERE drawing = ? AND number <= ?",
            arguments: [id, applied])
        guard let gap, last == applied else { return applied + 1 }
        return gap
    }

    /// Returns the current ink without the edits after a number.
    fileprivate func withoutEdits(after number: Int, _ now: Drawing, _ database: Database) throws -> Drawing {
        let edits = try Data.fetchCursor(
            database,
            sql: "SELECT edit FROM inkEdit WHERE drawing = ? AND number > ? AND number <= ? ORDER BY number DESC",
            arguments: [id, number, applied])
        var drawing = now
        while let bytes = try edits.next() {
            do throws(InkError) { try drawing.apply(try Edit(decoding: [UInt8](bytes)).inverse) } catch {
                guard error.code != .unsupportedVersion else { throw error }
                throw try damaged("an edit does not apply", database)
            }
        }
        return drawing
    }
}
