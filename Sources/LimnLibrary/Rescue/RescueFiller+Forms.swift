// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnForms

extension RescueFiller {
    /// The tables of form values. Stale pages may contain older versions of their rows.
    static let formTables: Set<String> = ["characterForm", "formEdit", "formPicture"]

    /// Adds a row of form values. If a character has several versions, the one with the highest revision is kept.
    func insertForm(_ values: [String: DatabaseValue]) throws {
        let columns = values.keys.sorted()
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let changes = columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        do {
            try database.execute(
                sql: """
                    INSERT INTO characterForm (\(columns.joined(separator: ", "))) VALUES (\(marks))
                    ON CONFLICT (character) DO UPDATE SET \(changes) WHERE excluded.revision > revision
                    """, arguments: StatementArguments(columns.map { values[$0] }))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            // The row has values that Limn never writes.
        }
    }

    /// Rebuilds lost values from their journals, and omits the values of missing characters.
    mutating func completeForms(completing: Bool) throws {
        let known = try ids("SELECT id FROM character")
        let valued = try ids("SELECT character FROM characterForm")
        let owners = valued.union(try ids("SELECT character FROM formEdit"))
        for id in owners.sorted() where known.contains(id) {
            let character = CharacterID(stored: id)
            if valued.contains(id), (try? FormRecord.fetch(character, database)) != nil {
                try completeJournal(of: character, completing)
            } else {
                try remakeForm(of: character)
            }
        }
        let strays = owners.union(try ids("SELECT character FROM formPicture")).subtracting(known)
        guard !strays.isEmpty else { return }
        for table in Self.formTables.sorted() {
            try database.execute(sql: "DELETE FROM \(table) WHERE character NOT IN (SELECT id FROM character)")
        }
        problems.append(
            .init(
                .form,
                "The form values of \(strays.count == 1 ? "a character" : "\(strays.count) characters") were found "
                    + "without a record. They are left out, because the character may have been removed."))
    }

    /// Removes the damaged part of a journal, and values whose pictures are lost.
    private mutating func completeJournal(of id: CharacterID, _ completing: Bool) throws {
        guard completing, let check = try FormCheck(id, database), let problem = check.problem else { return }
        if check.canRepair {
            _ = try check.repair(database)
            problems.append(
                .init(
                    .form,
                    "A part of the undo history of the form values of “\(try FormRecord.name(id, database))” is lost; the "
                        + "values are complete."))
            return
        }
        problems.append(.init(.form, problem))
        guard var record = try FormRecord.fetch(id, database) else { return }
        // Remove the values whose pictures are lost, and the whole journal.
        let there = try record.pictureSizes(database)
        record.entries = record.entries.filter { $0.value.pictureHash.map { there[$0] != nil } ?? true }
        try record.deleteEdits(from: 0, database)
        record.applied = 0
        try record.save(database)
    }

    /// Rebuilds values from the remaining changes.
    private mutating func remakeForm(of id: CharacterID) throws {
        let name = try FormRecord.name(id, database)
        var record = FormRecord(of: id)
        let edits = try record.edits(database)
        for case (_, let edit?) in edits { record.entries = edit.applied(to: record.entries) }
        try record.deleteEdits(from: 0, database)
        let there = try record.pictureSizes(database)
        record.entries = record.entries.filter { $0.value.pictureHash.map { there[$0] != nil } ?? true }
        guard !record.entries.isEmpty else {
            try database.execute(sql: "DELETE FROM characterForm WHERE character = ?", arguments: [id.value])
            problems.append(.init(.form, "The form values of “\(name)” are lost."))
            return
        }
        record.revision = (edits.last?.number ?? 0) + 1
        try record.save(database)
        problems.append(
            .init(
                .form,
                "The form values of “\(name)” are damaged. They were rebuilt from the remaining changes."
            ))
    }
}
