// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB
internal import LimnInk

extension Library {
    /// Deletes the edits of a page that could be redone, because a new edit takes their place. Groups that lose an edit
    /// by this are deleted on the other pages, too, with what follows them there: a redo never brings back half of a
    /// group.
    func forgetUndone(of row: DrawingRow, _ database: Database) throws {
        let lost = try Int.fetchSet(
            database, sql: "SELECT inkVersion FROM inkEdit WHERE drawing = ? AND number > ?",
            arguments: [row.id, row.applied])
        guard !lost.isEmpty else { return }
        try row.deleteEdits(from: row.applied + 1, database)
        try forgetUndone(lost, of: row.page.character, except: row.id, database)
    }

    /// Deletes the undone edits of groups that have lost an edit, with those that follow them on their pages, and so on.
    ///
    /// - Parameter drawing: the drawing whose edits are deleted already; 0 for none.
    func forgetUndone(
        _ groups: Set<Int>, of character: CharacterID, except drawing: Int64 = 0, _ database: Database
    ) throws {
        guard !groups.isEmpty else { return }
        var lost = groups
        let others = try Row.fetchAll(
            database,
            sql: """
                SELECT page, number, inkVersion FROM inkEdit JOIN drawing ON inkEdit.drawing = drawing.id
                WHERE character = ? AND drawing.id != ? AND number > applied ORDER BY page, number
                """, arguments: [character.value, drawing]
        ).map { (page: try $0.page(0), number: try $0.count(1), version: try $0.count(2)) }
        /// The first number to delete, by page.
        var cuts: [Int: Int] = [:]
        var isSettled = false
        while !isSettled {
            isSettled = true
            for edit in others where lost.contains(edit.version) && edit.number < cuts[edit.page] ?? .max {
                cuts[edit.page] = edit.number
                lost.formUnion(others.filter { $0.page == edit.page && $0.number >= edit.number }.map(\.version))
                isSettled = false
            }
        }
        for (page, number) in cuts {
            guard var other = try DrawingRow.fetch(CharacterPage(character, page: page), database) else {
                continue
            }
            if other.base >= number {
                // The snapshot contains edits that are deleted.
                try other.writeBase(try DrawingRow.snapshot(of: try other.load(database)), database)
                try other.update(database)
            }
            try other.deleteEdits(from: number, database)
        }
    }
}
