// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB

/// When the journal of a drawing is folded into its base.
enum JournalRule {
    /// A journal of fewer bytes is never folded: reading it costs next to nothing.
    static let smallest = 128 << 10
    /// Nor one of fewer edits between base and ink.
    static let fewest = 256
    /// How many edits can be undone at least after folding; older ones go.
    static let undoable = 1000

    /// Folding when the journal is as large as the base makes what it costs a fixed share of what was added.
    static func isDue(_ row: DrawingRow) -> Bool {
        row.journalSize > max(smallest, row.baseSize) || abs(row.applied - row.base) > fewest
    }
}

extension Library {
    /// Folds the journal of a page into its base, so that loading stays fast. The ink, its revision and what can be undone
    /// stay as they are, but for edits beyond the last thousand.
    public func compact(_ page: CharacterPage) throws(LibraryError) {
        try writing { database in
            guard let row = try DrawingRow.fetch(page, database) else { return }
            try fold(row, database)
        }
    }

    /// Folds where that is due. What was done is kept already, whatever becomes of this; the next edit tries again.
    func compact(_ row: DrawingRow) {
        guard JournalRule.isDue(row) else { return }
        try? writing { database in
            guard let row = try DrawingRow.fetch(row.page, database), JournalRule.isDue(row) else { return }
            try fold(row, database)
        }
    }

    private func fold(_ row: DrawingRow, _ database: Database) throws {
        var row = row
        if row.base != row.applied { try row.writeBase(try row.load(database), database) }
        try row.update(database)
        try row.forget(upTo: row.applied - JournalRule.undoable, database)
    }
}
