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
            // Pages are checked against the list, so it changes first.
            let new = try setPages(after, of: id, database)
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
                pages: PageListEdit(
                    before: character.pageList, after: new, drawings: drawn.count, templatePages: template.count,
                    highestNumber: max(number - 1, after.highestNumber)))
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
    func templatePages(of character: CharacterRecord, _ database: Database) throws -> [PageGeometry] {
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
        // Edits that change the list are arrays, and begin with a bracket. The last one knows the highest number.
        let edits = try Data.fetchCursor(
            database,
            sql: """
                SELECT edit FROM formEdit WHERE character = ? AND substr(edit, 1, 1) = X'5B' ORDER BY number DESC
                """, arguments: [id.value])
        var known = 0
        while known == 0, let bytes = try edits.next() {
            known = (try? FormEdit(decoding: [UInt8](bytes)))?.pages?.highestNumber ?? 0
        }
        let highest = max(count, drawn ?? 0, list.highestNumber, known)
        let isShared = try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM syncCharacter WHERE character = ?)", arguments: [id.value])
        // Another library that has the character must not choose the same number for another page. People see positions.
        guard isShared == true, highest < PageRule.highest / 2 else { return highest + 1 }
        return highest + 1 + Int(sources.randomBits() % UInt64(PageRule.highest / 20))
    }

    /// Replaces the list of pages. The last page is forgotten if the list lacks it.
    ///
    /// - Returns: the list as it is stored: nil for the pages of the template, unless pages that were inserted and removed
    ///   have ink, which another template's pages must not show.
    /// - Throws: ``LibraryError`` with `refused` if the template lacks a page of the list.
    @discardableResult
    func setPages(_ list: PageList, of id: CharacterID, _ database: Database) throws -> PageList? {
        let character = try Self.character(id, database)
        var stored: PageList? = list
        if let count = try character.template.map({ try Self.template($0, database).pageCount }) {
            guard list.fits(templatePages: count) else { throw LibraryError.pagesDoNotFit }
            if list.isThat(ofTemplatePages: count), try !hasInk(beyond: count, of: id, database) { stored = nil }
        }
        try database.execute(
            sql: "UPDATE character SET pages = ? WHERE id = ?", arguments: [stored?.coded, id.value])
        try forgetLastPageIfGone(id, database)
        return stored
    }

    /// Forgets the last page if the character does not have it any more.
    func forgetLastPageIfGone(_ id: CharacterID, _ database: Database) throws {
        let character = try Self.character(id, database)
        guard let page = character.lastPage else { return }
        let isThere: Bool
        if let list = character.pageList {
            isThere = list.position(of: page) != nil
        } else {
            isThere = try page <= character.template.map { try Self.template($0, database).pageCount } ?? page
        }
        guard !isThere else { return }
        try database.execute(sql: "UPDATE character SET lastPage = NULL WHERE id = ?", arguments: [id.value])
    }

    /// Returns whether pages with numbers beyond those of the template have ink, or edits that can be undone.
    private func hasInk(beyond count: Int, of id: CharacterID, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM drawing WHERE character = ? AND page > ?
                    AND (applied > 0 OR strokeCount > 0 OR objectCount > 0))
                """, arguments: [id.value, count]) ?? false
    }

    /// Returns the rotation of a page in the character's own list.
    func turn(of page: CharacterPage, _ database: Database) throws -> PageGeometry.Rotation {
        try Self.character(page.character, database).pageList?[number: page.page]?.turn ?? .none
    }

    /// Returns the transform for ink that was made for a page when it was turned otherwise; nil if it was turned as now.
    ///
    /// - Parameter turn: the rotation of the page then.
    func transform(
        ofInkFor page: CharacterPage, turned turn: PageGeometry.Rotation, _ database: Database
    ) throws -> LimnGeometry.AffineTransform? {
        let character = try Self.character(page.character, database)
        let listed = character.pageList?[number: page.page]
        guard listed?.turn ?? .none != turn else { return nil }
        let then = PageList.Page(
            number: page.page, content: listed?.content ?? .template(page: page.page), turn: turn)
        guard let size = then.geometry(in: try templatePages(of: character, database))?.size else { return nil }
        return (listed?.turn ?? .none).adding(turn.inverse).transform(turning: size)
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
        try forgetInk(
            ofEditsUpTo: record.applied + 1 - CompactionPolicy.undoDepth, of: record.character, database)
        try record.add(edit, at: moment.time, version: moment.version, database)
        try moment.recordAuthor(of: record.character, database)
        try finish(&record, moment, database)
    }

    /// Deletes the ink of groups that are undone as a whole before the journal of the form loses their other part, with
    /// what precedes it on its pages.
    ///
    /// - Parameter number: the number of the last edit of the form that is deleted.
    private func forgetInk(ofEditsUpTo number: Int, of id: CharacterID, _ database: Database) throws {
        guard number > 0 else { return }
        // Edits that change the template or the list are arrays, and begin with a bracket.
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT page, max(inkEdit.number) FROM formEdit JOIN inkEdit USING (inkVersion)
                    JOIN drawing ON drawing.id = inkEdit.drawing AND drawing.character = formEdit.character
                WHERE formEdit.character = ? AND formEdit.number <= ? AND substr(formEdit.edit, 1, 1) = X'5B'
                    AND inkEdit.number <= drawing.applied
                GROUP BY page
                """, arguments: [id.value, number])
        for found in rows {
            let last = try found.count(1)
            guard var row = try DrawingRow.fetch(CharacterPage(id, page: try found.page(0)), database) else { continue }
            if row.base < last {
                // Damaged ink keeps its journal, from which it may be recovered.
                guard let ink = try? row.load(database) else { continue }
                try row.writeBase(try DrawingRow.snapshot(of: ink), database)
                try row.update(database)
            }
            try row.deleteEdits(upTo: last, database)
        }
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
        let page = row.page.page
        var edit = edit
        for one in later {
            let (form, ink): (Data, Data) = (try one.value(1), try one.value(2))
            guard let list = try FormEdit(decoding: [UInt8](form)).pages else { continue }
            guard let turn = list.turns[page], let size = list.old[number: page]?.geometry(in: template)?.size else {
                continue
            }
            edit = edit.turned(by: try Edit(decoding: [UInt8](ink)), turn, size)
        }
        return edit
    }

    /// Takes a change of the list of pages back, as a new group of edits. Ink that others have drawn since stays with its
    /// page.
    ///
    /// - Returns: nil if nothing of the change is left, if others have drawn on a page that would be gone, or if the
    ///   character has another edition of its template since.
    func takeBackPages(
        _ version: Int, of id: CharacterID, _ moment: EditMoment, _ work: PageWork, _ database: Database
    ) throws -> (change: PageListChange, form: FormChange, changed: [Changed])? {
        let character = try Self.character(id, database)
        let template = try templatePages(of: character, database)
        let now = character.pageList ?? PageList(templatePages: template.count)
        guard let edit = try pageListEdit(version, id, database), let taken = edit.takenBack(in: now),
            taken.list.fits(templatePages: template.count), try !hasMoved(id, since: version, database)
        else { return nil }
        for page in Set(now.numbers).subtracting(taken.list.numbers) {
            guard try !isDrawnOn(CharacterPage(id, page: page), since: version, database) else { return nil }
        }
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
            try self.change(
                CharacterPage(id, page: page), nil, in: moment, evenRemoved: true, work, database
            ) { _ in edit }
        }
        let drawn = zip(edits, changed).filter { $1.row != nil }
        // Ink sets the last page, which may be one that is gone now.
        let new = try setPages(taken.list, of: id, database)
        let made = FormEdit(
            changes: [:],
            pages: PageListEdit(
                before: character.pageList, after: new, drawings: drawn.count, templatePages: template.count,
                highestNumber: try unusedPage(of: id, now, templatePages: template.count, database) - 1))
        var record = try currentForm(of: id, nil, database)
        try finish(&record, adding: made, moment, database)
        let pages = drawn.map { PageChange(page: $0.page, change: $1.change) }
        let change = PageListChange(
            character: try Self.character(id, database), page: taken.list.pages[0].number, pages: pages,
            formRevision: record.revision)
        return (change, FormChange(edit: made, revision: record.revision), changed)
    }

    /// Returns whether a character has moved to another edition of its template after a group of edits.
    private func hasMoved(_ id: CharacterID, since version: Int, _ database: Database) throws -> Bool {
        let edits = try Data.fetchCursor(
            database,
            sql: """
                SELECT edit FROM formEdit JOIN characterForm USING (character)
                WHERE character = ? AND inkVersion > ? AND number <= applied AND substr(edit, 1, 1) = X'5B'
                """, arguments: [id.value, version])
        while let bytes = try edits.next() {
            if try FormEdit(decoding: [UInt8](bytes)).edition != nil { return true }
        }
        return false
    }

    /// Returns whether later groups of edits have left items on a page. Turns of the page do not count.
    private func isDrawnOn(_ page: CharacterPage, since version: Int, _ database: Database) throws -> Bool {
        let edits = try Row.fetchCursor(
            database,
            sql: """
                SELECT inkVersion, edit FROM inkEdit JOIN drawing ON inkEdit.drawing = drawing.id
                WHERE character = ? AND page = ? AND inkVersion > ? AND number <= applied
                """, arguments: [page.character.value, page.page, version])
        var counts: [Item: Int] = [:]
        while let row = try edits.next() {
            let bytes: Data = try row.value(1)
            let turns = try pageListEdit(try row.count(0), page.character, database)?.turns
            guard turns?[page.page] == nil else { continue }
            let edit = try Edit(decoding: [UInt8](bytes))
            for placed in edit.inserted { counts[placed.item, default: 0] += 1 }
            for placed in edit.removed { counts[placed.item, default: 0] -= 1 }
        }
        return counts.values.contains { $0 > 0 }
    }
}
