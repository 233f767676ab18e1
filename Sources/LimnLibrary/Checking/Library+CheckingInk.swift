// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnInk

extension Library {
    /// Reads every drawing, and every edit that could be undone or redone.
    func checkInk(_ check: inout LibraryCheck, _ repairing: Bool) throws(LibraryError) {
        let pages = try reading { database in
            try Row.fetchAll(database, sql: "SELECT character, page FROM drawing ORDER BY character, page")
                .map { CharacterPage(CharacterID(stored: $0[0]), page: $0[1]) }
        }
        for page in pages {
            let found = try reading { try DrawingCheck(page, $0) }
            guard let found else { continue }
            check.drawingCount += 1
            guard let problem = found.problem else { continue }
            var repair: String?
            if repairing, found.canRepair {
                repair = try writing { database in
                    // Somebody may have drawn meanwhile.
                    guard let found = try DrawingCheck(page, database), found.canRepair else { return nil }
                    return try found.repair(database)
                }
            }
            check.problems.append(.init(.ink, problem, repair: repair))
        }
    }
}

/// What is wrong with the ink of a page.
struct DrawingCheck {
    private let row: DrawingRow
    private var drawing: Drawing?
    /// The highest damaged edit that is needed for undo alone, and the lowest that is for redo; 0 for none.
    private var damagedUndo = 0
    private var damagedRedo = 0
    private var reason: String?
    private var countsFit = true

    /// - Returns: nil where there is no such page.
    init?(_ page: CharacterPage, _ database: Database) throws {
        guard let row = try DrawingRow.fetch(page, database) else { return nil }
        self.row = row
        do { drawing = try row.load(database) } catch let error as LibraryError { reason = error.description } catch let
            error as InkError
        { reason = error.description }
        guard let drawing else { return }
        var counted = row
        counted.count(drawing)
        countsFit = counted == row
        checkJournal(backwards: true, from: drawing, try row.edits(upTo: row.applied, database))
        checkJournal(backwards: false, from: drawing, try row.edits(after: row.applied, database))
    }

    /// Applies the edits one by one, to see that undo and redo would work.
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

    /// What is wrong, as a sentence; nil for nothing.
    var problem: String? {
        let place = "page \(row.page.page) of the character \(row.page.character)"
        guard drawing != nil else { return reason ?? "The ink of \(place) cannot be read." }
        if damagedUndo > 0 || damagedRedo > 0 {
            return "The ink of \(place) can be read, but not everything that could be undone or redone."
        }
        return countsFit ? nil : "The strokes of \(place) are counted wrong."
    }

    /// Whether the ink itself is sound.
    var canRepair: Bool { drawing != nil && problem != nil }

    /// Forgets the edits that cannot be read, and those behind them; counts anew.
    ///
    /// - Returns: what was done.
    func repair(_ database: Database) throws -> String {
        guard let drawing else { return "Nothing was done." }
        var row = row
        row.count(drawing)
        // The ink must not depend on edits that go.
        try row.writeBase(drawing, database)
        try row.update(database)
        guard damagedUndo > 0 || damagedRedo > 0 else { return "They were counted anew." }
        if damagedUndo > 0 { try row.forget(upTo: damagedUndo, database) }
        if damagedRedo > 0 { try row.forget(from: damagedRedo, database) }
        return "The ink stays; what could not be read of its history is forgotten."
    }
}
