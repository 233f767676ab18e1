// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
internal import LimnForms

/// The result of checking the form values of one character.
struct FormCheck {
    private var record: FormRecord
    private let name: String
    private var reason: String?
    /// The last edit that cannot be undone; 0 if all can.
    private var damagedUndo = 0
    /// The first edit that cannot be redone; 0 if all can.
    private var damagedRedo = 0
    /// A field whose picture is lost or damaged.
    private var field: String?
    private var textMatches = true

    /// Checks a character; nil if it never had form values.
    init?(_ id: CharacterID, _ database: Database) throws {
        name = try FormRecord.name(id, database)
        do {
            guard let found = try FormRecord.fetch(id, database) else { return nil }
            record = found
        } catch let error as LibraryError {
            guard error.code == .damaged else { throw error }
            (record, reason) = (FormRecord(of: id), error.description)
            return
        }
        textMatches =
            try String.fetchOne(
                database, sql: "SELECT text FROM characterForm WHERE character = ?", arguments: [id.value])
            == FormRecord.folded(record.entries)
        let edits = try record.edits(database)
        checkJournal(backwards: true, edits.filter { $0.number <= record.applied }.reversed())
        checkJournal(backwards: false, edits.filter { $0.number > record.applied })
        for (field, entry) in record.entries.sorted(by: { $0.key.precedes($1.key) }) {
            guard let hash = entry.pictureHash else { continue }
            let bytes = try FormRecord.picture(hash, of: id, database)
            if bytes.map({ ContentHash($0).description }) != hash { self.field = self.field ?? field }
        }
    }

    /// Applies the edits one by one, to verify that undo or redo works.
    private mutating func checkJournal(backwards: Bool, _ edits: [(number: Int, edit: FormEdit?)]) {
        var entries = record.entries
        var expected = backwards ? record.applied : record.applied + 1
        for (number, edit) in edits {
            let before = edit.map { backwards ? $0 : $0.inverse }
            guard let before, number == expected, before.leads(to: entries) else {
                if backwards { damagedUndo = expected } else { damagedRedo = expected }
                return
            }
            entries = before.inverse.applied(to: entries)
            expected += backwards ? -1 : 1
        }
    }

    /// The problem as a sentence; nil if there is none.
    var problem: String? {
        if let reason { return reason }
        if let field { return "The picture of the field “\(field)” of “\(name)” is lost or damaged." }
        if damagedUndo > 0 || damagedRedo > 0 {
            return "The form values of “\(name)” can be read, but not all of their undo history."
        }
        return textMatches ? nil : "The stored search text of the form values of “\(name)” is wrong."
    }

    /// Whether the problem can be repaired, because the values themselves are readable.
    var canRepair: Bool { reason == nil && field == nil && problem != nil }

    /// Deletes the damaged edits and those that depend on them, and updates the search text.
    ///
    /// - Returns: the repair, as a sentence.
    func repair(_ database: Database) throws -> String {
        guard canRepair else { return "Nothing was done." }
        try record.save(database)
        guard damagedUndo > 0 || damagedRedo > 0 else { return "The search text was corrected." }
        if damagedUndo > 0 { try record.deleteEdits(upTo: damagedUndo, database) }
        if damagedRedo > 0 { try record.deleteEdits(from: damagedRedo, database) }
        return "The values are unchanged; the damaged part of their undo history was removed."
    }
}

extension Library {
    /// The characters that have form values, or had some.
    static func charactersWithForms(_ database: Database) throws -> [CharacterID] {
        try Int64.fetchAll(database, sql: "SELECT character FROM characterForm ORDER BY character")
            .map { CharacterID(stored: $0) }
    }

    /// Reads all form values, and applies every change that can be undone or redone.
    func checkForms(_ check: inout LibraryCheck, _ repairing: Bool) throws(LibraryError) {
        for id in try reading({ try Self.charactersWithForms($0) }) {
            let found = try reading { try FormCheck(id, $0) }
            guard let problem = found?.problem else { continue }
            var repair: String?
            if repairing, found?.canRepair == true {
                try keepDatabase(before: &check)
                repair = try writing { database in
                    // Another process may have changed the values since.
                    guard let found = try FormCheck(id, database), found.canRepair else { return nil }
                    return try found.repair(database)
                }
            }
            check.problems.append(.init(.form, problem, repair: repair))
        }
    }

    /// The problems with form values, as sentences.
    static func formProblems(_ database: Database) throws -> [String] {
        try charactersWithForms(database).compactMap { try FormCheck($0, database)?.problem }
    }
}
