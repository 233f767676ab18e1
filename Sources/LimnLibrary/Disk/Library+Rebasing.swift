// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnForms
internal import LimnInk

extension Library {
    /// See ``LibraryStore``. The ink of all pages is read and written in one transaction.
    @discardableResult
    public func rebase(_ id: CharacterID, _ rebase: CharacterRebase) throws(LibraryError) -> CharacterRecord {
        var drawings = rebase.drawings
        for (page, drawing) in rebase.drawings { drawings[page] = try drawing.checked() }
        let (changed, record): ([Changed], CharacterRecord) = try writing { [drawings] database in
            let moment = try EditMoment(id, sources, database)
            let old = try Self.character(id, database)
            guard old.inkVersion == rebase.expected else { throw LibraryError.characterChanged(old.inkVersion) }
            guard let before = old.template else { throw LibraryError.noOldEdition }
            guard before != rebase.template else { throw LibraryError.sameEdition }
            let (from, to) = (try Self.template(before, database), try Self.template(rebase.template, database))
            guard old.pageList?.isThat(ofTemplatePages: from.pageCount) ?? true else {
                throw LibraryError.ownPagesStay
            }
            for page in [rebase.lastPage].compactMap({ $0 }) + drawings.keys.sorted() {
                try PageRule.check(page, of: to.pageCount)
            }
            // Pages are checked against the template, so it changes first.
            try setTemplate(to.id, of: id, database)
            let changed = try replaceInk(of: id, with: drawings, in: moment, database)
            try setPages(PageList(templatePages: to.pageCount), of: id, database)
            let edition = EditionChange(
                before: from.contentHash, after: to.contentHash, pages: changed.count { $0.row != nil })
            try replaceForm(of: id, with: rebase.entries, edition, moment, database)
            try database.execute(
                sql: "UPDATE character SET lastPage = ? WHERE id = ?", arguments: [rebase.lastPage, id.value])
            return (changed, try Self.character(id, database))
        }
        changed.forEach(finish)
        return record
    }

    private func replaceInk(
        of id: CharacterID, with drawings: [Int: Drawing], in moment: EditMoment, _ database: Database
    ) throws -> [Changed] {
        let drawn = try Int.fetchAll(
            database, sql: "SELECT page FROM drawing WHERE character = ?", arguments: [id.value])
        return try Set(drawn).union(drawings.keys).sorted().map { number in
            let page = CharacterPage(id, page: number)
            let row = try DrawingRow.fetch(page, database)
            let now = try row.map { try self.drawings.ink(of: $0) ?? $0.loadWhole(database) } ?? Drawing()
            let edit = Edit(from: now, to: drawings[number] ?? Drawing())
            return try change(
                page, row?.revision, in: moment, evenRemoved: true, PageWork(self.drawings), database
            ) { _ in edit }
        }
    }

    private func replaceForm(
        of id: CharacterID, with entries: [String: FieldEntry], _ edition: EditionChange, _ moment: EditMoment,
        _ database: Database
    ) throws {
        var record = try currentForm(of: id, nil, database)
        let names = Set(record.entries.keys).subtracting(entries.keys)
        let edit = FormEdit(of: record.entries, setting: entries, removing: names).moving(edition)
        record.entries = edit.applied(to: record.entries)
        try FormRule.check(record.entries, pictures: record.pictureSizes(database))
        try finish(&record, adding: edit, moment, database)
    }

    private func setTemplate(_ template: TemplateID, of id: CharacterID, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE character SET template = ? WHERE id = ?", arguments: [template.value, id.value])
        // What ink in fields says depends on the form.
        try database.execute(
            sql: "DELETE FROM drawingReading WHERE drawing IN (SELECT id FROM drawing WHERE character = ?)",
            arguments: [id.value])
    }

    // MARK: Undo and redo

    /// The next edit of the form to undo or redo, if it changes the template or the list of pages.
    struct WholeStep {
        var record: FormRecord
        let edit: FormEdit
        let version: Int
    }

    /// Returns the next step of the form's journal if its group is undone as a whole. A form that cannot be read has no
    /// such step, so that its ink can still be undone.
    func wholeStep(_ id: CharacterID, isUndo: Bool, _ database: Database) throws -> WholeStep? {
        guard let record = try? FormRecord.fetch(id, database) else { return nil }
        let row = try Row.fetchOne(
            database, sql: "SELECT inkVersion, edit FROM formEdit WHERE character = ? AND number = ?",
            arguments: [id.value, isUndo ? record.applied : record.applied + 1])
        guard let row, let bytes: Data = try row.value(1), let edit = try? FormEdit(decoding: [UInt8](bytes)),
            edit.isWhole
        else { return nil }
        return WholeStep(record: record, edit: edit, version: try row.count(0))
    }

    /// Checks that a group of edits is not the ink of a group whose form is not the next step.
    func refuseHalf(_ id: CharacterID, version: Int, isUndo: Bool, _ database: Database) throws {
        guard let edit = try wholeEdit(id, version: version, database) else { return }
        throw isUndo ? LibraryError.hasChangedSince(edit) : LibraryError.cannotRedo(edit)
    }

    /// Checks that an edit of a page's journal is not the ink of a change of the list of pages.
    func refusePagesAlone(_ row: DrawingRow, number: Int, _ database: Database) throws {
        let version = try Int.fetchOne(
            database, sql: "SELECT inkVersion FROM inkEdit WHERE drawing = ? AND number = ?",
            arguments: [row.id, number])
        guard let version, let edit = try wholeEdit(row.page.character, version: version, database),
            edit.pages != nil
        else { return }
        throw LibraryError.pagesAreWhole
    }

    /// Returns the form's part of a group that is undone as a whole; nil for another group.
    private func wholeEdit(_ id: CharacterID, version: Int, _ database: Database) throws -> FormEdit? {
        try Data.fetchAll(
            database, sql: "SELECT edit FROM formEdit WHERE character = ? AND inkVersion = ?",
            arguments: [id.value, version]
        ).lazy.compactMap { try? FormEdit(decoding: [UInt8]($0)) }.first(where: \.isWhole)
    }

    /// Checks that a change of the list of pages is undone or redone with all of its ink, and turns no other ink.
    ///
    /// - Parameter pages: the pages whose ink is undone or redone with it.
    func refuseIncomplete(_ step: WholeStep, _ pages: [Int], isUndo: Bool, _ database: Database) throws {
        let edit = step.edit
        guard let list = edit.pages else {
            // A page's part of a move to another edition may have been undone by itself.
            guard isUndo || pages.count == edit.drawings else { throw LibraryError.cannotRedo(edit) }
            return
        }
        var isComplete = pages.count == edit.drawings
        for page in list.turns.keys where isComplete && !pages.contains(page) {
            let row = try DrawingRow.fetch(CharacterPage(step.record.character, page: page), database)
            isComplete = row?.itemCount ?? 0 == 0
        }
        guard isComplete else { throw isUndo ? LibraryError.pagesCannotBeUndone : LibraryError.cannotRedo(edit) }
    }

    /// Undoes or redoes the part of a group that is not ink: the template, the list of pages and the form values.
    func step(_ step: WholeStep, isUndo: Bool, in moment: EditMoment, _ database: Database) throws {
        let id = step.record.character
        let edit = isUndo ? step.edit.inverse : step.edit
        var template: TemplateRecord?
        if let edition = edit.edition {
            template = try Self.template("blob = ? AND trashed IS NULL", [edition.after], database)
            guard template != nil else { throw LibraryError.editionGone }
        }
        var record = step.record
        record.entries = edit.applied(to: record.entries)
        record.applied += isUndo ? -1 : 1
        try finish(&record, moment, database)
        if let template {
            try setTemplate(template.id, of: id, database)
            try setPages(PageList(templatePages: template.pageCount), of: id, database)
        }
        if let pages = edit.pages { try setPages(pages.new, of: id, database) }
    }
}
