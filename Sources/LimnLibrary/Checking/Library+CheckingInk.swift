// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnInk

extension Library {
    /// Reads every drawing, and applies every edit that can be undone or redone.
    func checkInk(_ check: inout LibraryCheck, _ repairing: Bool) throws(LibraryError) {
        let pages = try reading { database in
            try Row.fetchAll(database, sql: "SELECT character, page FROM drawing ORDER BY character, page")
                .map { CharacterPage(CharacterID(stored: try $0.value(0)), page: try $0.page(1)) }
        }
        for page in pages {
            let found = try reading { try DrawingCheck(page, $0) }
            guard let found else { continue }
            check.drawingCount += 1
            guard let problem = found.problem else { continue }
            var repair: String?
            if repairing, found.canRepair {
                try keepDatabase(before: &check)
                repair = try writing { database in
                    // Another process may have changed the ink since.
                    guard let found = try DrawingCheck(page, database), found.canRepair else { return nil }
                    return try found.repair(database)
                }
            }
            check.problems.append(.init(.ink, problem, repair: repair))
        }
    }
}

/// The result of checking the ink of a page.
struct DrawingCheck {
    private let row: DrawingRow
    private let name: String
    private var drawing: Drawing?
    /// The last edit that cannot be undone; 0 if all can.
    private var damagedUndo = 0
    /// The first edit that cannot be redone; 0 if all can.
    private var damagedRedo = 0
    private var reason: String?
    private var countsMatch = true

    /// Checks a page; nil if it was never drawn on.
    init?(_ page: CharacterPage, _ database: Database) throws {
        guard let row = try DrawingRow.fetch(page, database) else { return nil }
        self.row = row
        name =
            try String.fetchOne(
                database, sql: "SELECT name FROM character WHERE id = ?", arguments: [page.character.value])
            ?? "\(page.character)"
        do { drawing = try row.load(database) } catch let error as LibraryError { reason = error.description } catch let
            error as InkError
        { reason = error.description }
        guard let drawing else { return }
        var counted = row
        counted.count(drawing)
        countsMatch = counted == row
        checkJournal(backwards: true, from: drawing, try row.edits(upTo: row.applied, database))
        checkJournal(backwards: false, from: drawing, try row.edits(after: row.applied, database))
    }

    /// Applies the edits one by one, to verify that undo or redo works.
    private mutating func checkJournal(backwards: Bool, from drawing: Drawing, _ edits: [(number: Int, bytes: Data)]) {
        var drawing = drawing
        var expected = backwards ? row.applied : row.applied + 1
        for (number, bytes) in edits {
            do {
                guard number == expected else { throw CocoaError(.coderReadCorrupt) }
                let edit = try Edit(decoding: [UInt8](bytes))
                try drawing.apply(backwards ? edit.inverse : edit)
            } catch {
                if backwards { damagedUndo = expected } else { damagedRedo = expected }
                return
            }
            expected += backwards ? -1 : 1
        }
    }

    /// The problem as a sentence; nil if there is none.
    var problem: String? {
        let place = "page \(row.page.page) of “\(name)”"
        guard drawing != nil else { return reason ?? "The ink of \(place) cannot be read." }
        if damagedUndo > 0 || damagedRedo > 0 {
            return "The ink of \(place) can be read, but not all of its undo history."
        }
        return countsMatch ? nil : "The stored stroke count of \(place) is wrong."
    }

    /// Whether the problem can be repaired, because the drawing itself is readable.
    var canRepair: Bool { drawing != nil && problem != nil }

    /// Deletes the damaged edits and those that depend on them, and corrects the counts.
    ///
    /// - Returns: the repair, as a sentence.
    func repair(_ database: Database) throws -> String {
        guard let drawing else { return "Nothing was done." }
        var row = row
        row.count(drawing)
        // The drawing must not depend on edits that are deleted below.
        try row.writeBase(try DrawingRow.snapshot(of: drawing), database)
        try row.update(database)
        guard damagedUndo > 0 || damagedRedo > 0 else { return "The count was corrected." }
        if damagedUndo > 0 { try row.deleteEdits(upTo: damagedUndo, database) }
        if damagedRedo > 0 { try row.deleteEdits(from: damagedRedo, database) }
        return "The ink is unchanged; the damaged part of its undo history was removed."
    }
}
