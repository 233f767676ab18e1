// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnGeometry
internal import LimnInk

extension Library {
    /// See ``LibraryStore``. The ink of other pages is neither read nor written.
    @discardableResult
    public func changePages(
        _ action: PageListAction, of id: CharacterID, by author: EditAuthor?
    ) throws(LibraryError) -> PageListChange {
        let work = PageWork(drawings)
        let (change, changed): (PageListChange, [Changed]) = try writing { database in
            let moment = try EditMoment(id, sources, database, by: author)
            let character = try Self.character(id, database)
            let template = try templatePages(of: character, database)
            var record = try currentForm(of: id, nil, database)
            let before = character.pageList ?? PageList(templatePages: template.count)
            if let author, let key = author.key, try isKnown(key, of: author, id, database) {
                // The same request again changes nothing.
                let page = character.lastPage.flatMap { before.position(of: $0) == nil ? nil : $0 }
                return (
                    PageListChange(
                        character: character, page: page ?? before.pages[0].number, pages: [],
                        formRevision: record.revision), []
                )
            }
            let number = try unusedPage(of: id, before, templatePages: template.count, database)
            let after = try before.applying(action, newNumber: number, template)
            let page = after.concerned(by: action, newNumber: number, before: before)
            guard after != before else {
                return (
                    PageListChange(character: character, page: page, pages: [], formRevision: record.revision), []
                )
            }
            let new = after.isThat(ofTemplatePages: template.count) ? nil : after
            // Pages are checked against the list, so it changes first.
            try setPages(new, of: id, database)
            var edits: [(page: Int, edit: Edit)] = []
            switch action {
            case .duplicate(let old, withInk: true):
                edits.append((number, Edit(from: Drawing(), to: try ink(of: old, id, work, database))))
            case .turn(let old, let turn):
                let size = before[number: old]?.geometry(in: template)?.size
                edits.append((old, try turning(old, turn, size, of: id, work, database)))
            case .insert, .duplicate, .move, .remove: break
            }
            let changed = try edits.map { page, edit in
                try self.change(CharacterPage(id, page: page), nil, in: moment, work, database) { _ in edit }
            }
            let drawn = zip(edits, changed).filter { $1.row != nil }
            let edit = FormEdit(
                changes: [:],
                pages: PageListEdit(before: character.pageList, after: new, drawings: drawn.count))
            try finish(&record, adding: edit, moment, database)
            try database.execute(
                sql: "UPDATE character SET lastPage = ? WHERE id = ?", arguments: [page, id.value])
            try Self.setLastCharacter(id, database)
            let pages = drawn.map { PageChange(page: $0.page, change: $1.change) }
            return (
                PageListChange(
                    character: try Self.character(id, database), page: page, pages: pages,
                    formRevision: record.revision), changed
            )
        }
        work.finish()
        changed.forEach(finish)
        return change
    }

    // MARK: Within a transaction

    /// Returns whether a person has made a change with a key before.
    private func isKnown(_ key: String, of author: EditAuthor, _ id: CharacterID, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: "SELECT EXISTS (SELECT 1 FROM editAuthor WHERE character = ? AND author = ? AND key = ?)",
            arguments: [id.value, author.id, key]) ?? false
    }

    /// Returns the geometry of the pages of a character's template.
    private func templatePages(of character: CharacterRecord, _ database: Database) throws -> [PageGeometry] {
        guard let template = character.template else { throw LibraryError.noPagesWithoutTemplate }
        _ = try Self.template(template, database)
        let bytes = try Data.fetchOne(
            database, sql: "SELECT pages FROM templateDetail WHERE template = ?", arguments: [template.value])
        return try TemplateCoding.decodePages(bytes ?? Data())
    }

    /// Returns a number that no page of a character has, and that none has had whose removal can be undone.
    private func unusedPage(
        of id: CharacterID, _ list: PageList, templatePages count: Int, _ database: Database
    ) throws -> Int {
        let drawn = try Int.fetchOne(
            database, sql: "SELECT max(page) FROM drawing WHERE character = ?", arguments: [id.value])
        // Edits that change the list are arrays, and begin with a bracket.
        let edits = try Data.fetchAll(
            database, sql: "SELECT edit FROM formEdit WHERE character = ? AND substr(edit, 1, 1) = X'5B'",
            arguments: [id.value])
        let known = edits.compactMap { (try? FormEdit(decoding: [UInt8]($0)))?.pages?.highestNumber }
        return max(count, drawn ?? 0, list.highestNumber, known.max() ?? 0) + 1
    }

    /// Replaces the list of pages. The last page is forgotten if the list lacks it.
    func setPages(_ list: PageList?, of id: CharacterID, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE character SET pages = ? WHERE id = ?", arguments: [list?.coded, id.value])
        let character = try Self.character(id, database)
        guard let page = character.lastPage else { return }
        let count = try character.template.map { try Self.template($0, database).pageCount }
        guard list.map({ $0.position(of: page) == nil }) ?? (page > count ?? PageRule.highest) else { return }
        try database.execute(sql: "UPDATE character SET lastPage = NULL WHERE id = ?", arguments: [id.value])
    }

    private func ink(of page: Int, _ id: CharacterID, _ work: PageWork, _ database: Database) throws -> Drawing {
        guard let row = try DrawingRow.fetch(CharacterPage(id, page: page), database) else { return Drawing() }
        let ink = try work.takeInk(of: row, database)
        work.store(ink, of: row)
        return ink
    }

    /// Returns the edit that turns the ink of a page.
    ///
    /// - Parameter undone: the edit that turned it before and is taken back; its items become exactly what they were.
    private func turning(
        _ page: Int, _ turn: PageGeometry.Rotation, _ size: Size?, undoing undone: Edit? = nil, of id: CharacterID,
        _ work: PageWork, _ database: Database
    ) throws -> Edit {
        guard let size else { return Edit() }
        return Edit(turning: try ink(of: page, id, work, database), turn, size, undoing: undone)
    }

    /// Adds an edit to the journal of the form and of the list of pages. Ink of undone groups whose part in this journal
    /// is lost by it cannot be redone either: a redo never brings back half of a group.
    func finish(
        _ record: inout FormRecord, adding edit: FormEdit, _ moment: EditMoment, _ database: Database
    ) throws {
        let lost = try Row.fetchAll(
            database, sql: "SELECT inkVersion, edit FROM formEdit WHERE character = ? AND number > ?",
            arguments: [record.character.value, record.applied]
        ).compactMap { row -> Int? in
            let bytes: Data = try row.value(1)
            return (try? FormEdit(decoding: [UInt8](bytes)))?.isWhole == true ? try row.count(0) : nil
        }
        try forgetUndone(Set(lost), of: record.character, database)
        try record.add(edit, at: moment.time, version: moment.version, database)
        try moment.recordAuthor(of: record.character, database)
        try finish(&record, moment, database)
    }

    // MARK: A person's own history

    /// Returns whether a group that holds changes the list of pages.
    func isOfPages(_ version: Int, _ id: CharacterID, _ database: Database) throws -> Bool {
        try pageListEdit(version, id, database) != nil
    }

    private func pageListEdit(_ version: Int, _ id: CharacterID, _ database: Database) throws -> PageListEdit? {
        let bytes = try Data.fetchOne(
            database,
            sql: """
                SELECT edit FROM formEdit JOIN characterForm USING (character)
                WHERE character = ? AND inkVersion = ? AND number <= applied
                """, arguments: [id.value, version])
        return bytes.flatMap { try? FormEdit(decoding: [UInt8]($0)) }?.pages
    }

    /// Returns an edit of a page as it would be if the page had been turned before, not afterwards.
    ///
    /// - Parameter version: the ink version that the edit made.
    func turned(_ edit: Edit, madeAt version: Int, of row: DrawingRow, _ database: Database) throws -> Edit {
        let id = row.page.character
        // Edits that change the list are arrays, and begin with a bracket.
        let later = try Row.fetchAll(
            database,
            sql: """
                SELECT inkVersion, formEdit.edit, inkEdit.edit FROM formEdit JOIN characterForm USING (character)
                    JOIN inkEdit USING (inkVersion)
                WHERE formEdit.character = ? AND inkVersion > ? AND formEdit.number <= characterForm.applied
                    AND substr(formEdit.edit, 1, 1) = X'5B' AND inkEdit.drawing = ? AND inkEdit.number <= ?
                ORDER BY inkVersion
                """, arguments: [id.value, version, row.id, row.applied])
        guard !later.isEmpty else { return edit }
        let template = try templatePages(of: try Self.character(id, database), database)
        var edit = edit
        for one in later {
            let (form, ink): (Data, Data) = (try one.value(1), try one.value(2))
            guard let list = try FormEdit(decoding: [UInt8](form)).pages else { continue }
            let turn = list.turn(of: row.page.page)
            let old = list.before ?? PageList(templatePages: template.count)
            guard turn != .none, let size = old[number: row.page.page]?.geometry(in: template)?.size else { continue }
            edit = edit.turned(by: try Edit(decoding: [UInt8](ink)), turn, size)
        }
        return edit
    }

    /// Takes a change of the list of pages back, as a new group of edits. Ink that others have drawn since stays with its
    /// page.
    ///
    /// - Returns: nil if nothing of the change is left.
    func takeBackPages(
        _ version: Int, of id: CharacterID, _ moment: EditMoment, _ work: PageWork, _ database: Database
    ) throws -> (change: PageListChange, form: FormChange, changed: [Changed])? {
        let character = try Self.character(id, database)
        let template = try templatePages(of: character, database)
        let now = character.pageList ?? PageList(templatePages: template.count)
        guard let edit = try pageListEdit(version, id, database),
            let taken = edit.takenBack(in: now, templatePages: template.count)
        else { return nil }
        let new = taken.list.isThat(ofTemplatePages: template.count) ? nil : taken.list
        try setPages(new, of: id, database)
        var edits: [(page: Int, edit: Edit)] = []
        let done = try self.edits(of: version, id, database)
        for (page, turn) in taken.turns.sorted(by: { $0.key < $1.key }) {
            let size = now[number: page]?.geometry(in: template)?.size
            let undone = done.first { $0.page == page }?.edit
            edits.append((page, try turning(page, turn, size, undoing: undone, of: id, work, database)))
        }
        for (page, edit) in done where taken.turns[page] == nil {
            // The ink that came with a page goes with it.
            guard let row = try DrawingRow.fetch(CharacterPage(id, page: page), database),
                let opposite = try turned(edit, madeAt: version, of: row, database)
                    .takenBack(in: try ink(of: page, id, work, database))
            else { continue }
            edits.append((page, opposite))
        }
        let changed = try edits.map { page, edit in
            try self.change(CharacterPage(id, page: page), nil, in: moment, work, database) { _ in edit }
        }
        let drawn = zip(edits, changed).filter { $1.row != nil }
        let made = FormEdit(
            changes: [:], pages: PageListEdit(before: character.pageList, after: new, drawings: drawn.count))
        var record = try currentForm(of: id, nil, database)
        try finish(&record, adding: made, moment, database)
        // Ink sets the last page, which may be one that is gone now.
        try setPages(new, of: id, database)
        let pages = drawn.map { PageChange(page: $0.page, change: $1.change) }
        let change = PageListChange(
            character: try Self.character(id, database), page: taken.list.pages[0].number, pages: pages,
            formRevision: record.revision)
        return (change, FormChange(edit: made, revision: record.revision), changed)
    }
}
