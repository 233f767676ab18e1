// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnInk

extension Library {
    /// See ``LibraryStore``.
    @discardableResult
    public func perform(_ edits: [PageEdit], on id: CharacterID) throws(LibraryError) -> [PageChange] {
        let work = PageWork(drawings)
        let changed: [Changed] = try writing { database in
            let group = try EditMoment(id, sources, database)
            return try edits.map { edit in
                let page = CharacterPage(id, page: edit.page)
                switch edit.change {
                case .append(let items):
                    return try change(page, nil, in: group, work, database) { Edit(appending: items, to: $0) }
                case .edit(let edit, let expected):
                    return try change(page, expected, in: group, work, database) { _ in edit }
                }
            }
        }
        work.finish()
        changed.forEach(finish)
        return zip(edits, changed).map { PageChange(page: $0.page, change: $1.change) }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func undo(_ id: CharacterID) throws(LibraryError) -> [PageChange] {
        if let step = try stepHere(.undo, of: id, only: .ink) { return step.pages }
        return try step(id, isUndo: true)
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func redo(_ id: CharacterID) throws(LibraryError) -> [PageChange] {
        if let step = try stepHere(.redo, of: id, only: .ink) { return step.pages }
        return try step(id, isUndo: false)
    }

    /// Undoes the last group of edits, or redoes the next one, on those pages where the group is the next step.
    private func step(_ id: CharacterID, isUndo: Bool) throws(LibraryError) -> [PageChange] {
        let work = PageWork(drawings)
        return try writing { database in
            let group = try EditMoment(id, sources, database)
            let steps = """
                FROM drawing JOIN inkEdit ON inkEdit.drawing = drawing.id
                    AND number = \(isUndo ? "applied" : "applied + 1") WHERE character = ?
                """
            let ink = try Int.fetchOne(
                database, sql: "SELECT \(isUndo ? "max" : "min")(inkEdit.inkVersion) \(steps)", arguments: [id.value])
            let whole = try wholeStep(id, isUndo: isUndo, database)
            let next = [ink, whole?.version].compactMap { $0 }
            guard let version = isUndo ? next.max() : next.min() else { return [] }
            let pages = try Row.fetchAll(
                database, sql: "SELECT page \(steps) AND inkEdit.inkVersion = ? ORDER BY page",
                arguments: [id.value, version]
            ).map { try $0.page(0) }
            let move = whole?.version == version ? whole : nil
            if let move {
                try refuseIncomplete(move, pages, isUndo: isUndo, database)
            } else {
                try refuseHalf(id, version: version, isUndo: isUndo, database)
            }
            let changes = try pages.compactMap { number in
                let page = CharacterPage(id, page: number)
                return try step(page, nil, isUndo: isUndo, isWhole: true, in: group, work, database)
                    .map { PageChange(page: number, change: $0.change) }
            }
            if let move { try step(move, isUndo: isUndo, in: group, database) }
            try forgetLastPageIfGone(id, database)
            return changes
        }
    }

    /// See ``LibraryStore``. Every edit of the journals is decoded, so the time grows with the undo history, not with
    /// the ink.
    public func changes(of id: CharacterID) throws(LibraryError) -> [EditGroup] {
        try reading { database in
            _ = try Self.character(id, database)
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT inkEdit.inkVersion, made, page, number > applied, edit
                    FROM inkEdit JOIN drawing ON inkEdit.drawing = drawing.id WHERE character = ?
                    ORDER BY inkEdit.inkVersion, page, number
                    """, arguments: [id.value])
            var groups: [EditGroup] = []
            while let row = try rows.next() {
                let bytes: Data = try row.value(4)
                let edit = try? Edit(decoding: [UInt8](bytes))
                let page = EditGroup.Page(
                    page: try row.page(2), added: edit?.inserted.count, removed: edit?.removed.count,
                    isUndone: try row.value(3))
                let version = try row.count(0)
                let time: Int64? = try row.value(1)
                if let last = groups.last, last.version == version {
                    groups[groups.count - 1] = EditGroup(version: version, made: last.made, pages: last.pages + [page])
                } else {
                    groups.append(
                        EditGroup(version: version, made: time.map { Date(milliseconds: $0) }, pages: [page]))
                }
            }
            return EditGroup.merged(groups, with: try formGroups(of: id, database))
        }
    }

    /// Returns the edits of a character's form values. Each has its own ink version.
    private func formGroups(of id: CharacterID, _ database: Database) throws -> [EditGroup] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT formEdit.inkVersion, made, number > applied, edit
                FROM formEdit JOIN characterForm ON characterForm.character = formEdit.character
                WHERE formEdit.character = ? ORDER BY number
                """, arguments: [id.value]
        ).map { row in
            let (time, bytes): (Int64?, Data) = (try row.value(1), try row.value(3))
            let edit = try? FormEdit(decoding: [UInt8](bytes))
            return EditGroup(
                version: try row.count(0), made: time.map { Date(milliseconds: $0) },
                form: EditGroup.Form(fields: edit?.changes.keys.sorted(), isUndone: try row.value(2)),
                edition: edit?.edition, pageList: edit?.pages)
        }
    }

    /// See ``LibraryStore``. If the snapshot of a page is damaged but its journal is complete, the ink comes from the
    /// journal.
    public func snapshot(of id: CharacterID) throws(LibraryError) -> CharacterSnapshot {
        try reading { database in
            let character = try Self.character(id, database)
            let pages = try Int.fetchAll(
                database, sql: "SELECT page FROM drawing WHERE character = ? AND revision > 0 ORDER BY page",
                arguments: [id.value])
            var found: [Int: Drawing] = [:]
            var damaged: [Int: LibraryError] = [:]
            for page in pages {
                do {
                    guard let row = try DrawingRow.fetch(CharacterPage(id, page: page), database) else { continue }
                    found[page] = try drawings.ink(of: row) ?? row.loadWhole(database)
                } catch let error as InkError {
                    damaged[page] = LibraryError(error)
                } catch let error as LibraryError {
                    damaged[page] = error
                }
            }
            return CharacterSnapshot(
                character: character, template: try character.template.map { try Self.template($0, database) },
                drawings: found, damaged: damaged, form: try formSnapshot(of: id, database))
        }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func createCharacter(
        _ character: NewCharacter, importing template: NewTemplate
    ) throws(LibraryError) -> (character: CharacterRecord, template: ImportedTemplate) {
        let new = try Prepared(character)
        return try importing([template]) { imported, database in
            var new = new
            new.character.template = imported[0].template.id
            return (try insert(new, database), imported[0])
        }
    }
}

/// The ink version and the time of all edits in a group.
struct EditMoment {
    /// The ink version after the group.
    private(set) var version: Int
    let time: Int64
    /// The person who makes the change; nil if nobody is recorded.
    let author: EditAuthor?
    /// The version of the person's group that this one takes back; nil if ``author`` names it, or if there is none.
    let takenBack: Int?

    /// Makes the moment of a change, with the next ink version of the character.
    ///
    /// - Throws: ``LibraryError`` with `notFound`.
    init(
        _ id: CharacterID, _ sources: LibrarySources, _ database: Database, by author: EditAuthor? = nil,
        takingBack takenBack: Int? = nil
    ) throws {
        version = try Library.character(id, database).inkVersion + 1
        time = sources.milliseconds()
        (self.author, self.takenBack) = (author, takenBack)
    }

    /// The moment of the next group, in the same transaction.
    var next: EditMoment {
        var next = self
        next.version += 1
        return next
    }
}
