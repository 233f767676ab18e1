// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnInk

extension Library {
    /// See ``LibraryStore``. The library undoes the later edits in memory, from the current ink back, so the time grows
    /// with their number.
    public func comparison(of page: CharacterPage, since version: Int) throws(LibraryError) -> PageComparison {
        let (before, now) = try reading { database in
            _ = try Self.character(page.character, database)
            guard let row = try DrawingRow.fetch(page, database) else {
                try checkPage(page, database)
                return (Drawing(), Drawing())
            }
            let now = try drawings.ink(of: row) ?? row.loadWhole(database)
            return (try row.withoutEdits(since: version, now, database), now)
        }
        return PageComparison(before: before, now: now)
    }
}

extension DrawingRow {
    /// Returns the current ink without the edits of a version and of later versions.
    fileprivate func withoutEdits(since version: Int, _ now: Drawing, _ database: Database) throws -> Drawing {
        let edits = try Data.fetchCursor(
            database,
            sql: """
                SELECT edit FROM inkEdit WHERE drawing = ? AND number <= ? AND inkVersion >= ? ORDER BY number DESC
                """, arguments: [id, applied, version])
        var drawing = now
        while let bytes = try edits.next() {
            do throws(InkError) {
                try drawing.apply(try Edit(decoding: [UInt8](bytes)).inverse)
            } catch {
                guard error.code != .unsupportedVersion else { throw error }
                throw try damaged("an edit does not apply", database)
            }
        }
        return drawing
    }
}
