// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnInk

extension Library {
    /// See ``LibraryStore``. The initial ink of a page is stored as a snapshot without a journal.
    @discardableResult
    public func createCharacter(_ character: NewCharacter) throws(LibraryError) -> CharacterRecord {
        let new = try Prepared(character)
        return try writing { try insert(new, $0) }
    }

    /// A character to create, after all checks that do not require the database.
    struct Prepared {
        var character: NewCharacter
        let drawings: [(page: Int, drawing: Drawing)]

        init(_ new: NewCharacter) throws(LibraryError) {
            character = try new.checked()
            drawings = try character.drawings.sorted { $0.key < $1.key }.map { page, drawing throws(LibraryError) in
                (page: page, drawing: try drawing.checked())
            }
        }
    }

    /// Inserts a character with its ink.
    func insert(_ prepared: Prepared, _ database: Database) throws -> CharacterRecord {
        let new = prepared.character
        let pageCount = try new.template.map { try Self.template($0, database).pageCount }
        try new.checkPages(templatePages: pageCount)
        let now = Date(milliseconds: sources.milliseconds())
        let record = CharacterRecord(
            id: try Self.unusedID("character", sources, database), name: new.name, template: new.template,
            isFavorite: new.isFavorite, tagLines: new.tags.joined(separator: "\n"), lastPage: new.lastPage,
            created: now, modified: now, inkVersion: prepared.drawings.isEmpty && new.formEntries.isEmpty ? 0 : 1,
            pageText: new.pageList?.coded)
        try Self.insert(record, database)
        for (page, drawing) in prepared.drawings {
            try DrawingRow.insert(
                drawing, on: CharacterPage(record.id, page: page), at: Int64(milliseconds: now), sources, database)
        }
        try insertForm(new, of: record.id, at: Int64(milliseconds: now), database)
        return record
    }

    /// See ``LibraryStore``.
    public func character(_ id: CharacterID) throws(LibraryError) -> CharacterRecord {
        try reading { try Self.character(id, $0) }
    }

    /// See ``LibraryStore``. The search index changes in the same transaction.
    @discardableResult
    public func renameCharacter(_ id: CharacterID, to name: String) throws(LibraryError) -> CharacterRecord {
        let name = try NameRule.name.checked(name)
        return try writing { database in
            try update(id, "name = ?, folded = ?", [name, name.foldedForSearch], database)
        }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func setFavorite(_ isFavorite: Bool, of id: CharacterID) throws(LibraryError) -> CharacterRecord {
        try writing { database in
            _ = try Self.character(id, database)
            try database.execute(
                sql: "UPDATE character SET isFavorite = ? WHERE id = ?", arguments: [isFavorite, id.value])
            return try Self.character(id, database)
        }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func changeTags(
        of id: CharacterID, adding added: [String], removing removed: [String]
    ) throws(LibraryError) -> CharacterRecord {
        try writing { database in
            let old = try Self.character(id, database).tags
            let tags = try NameRule.changed(old, adding: added, removing: removed)
            return try update(
                id, "tags = ?, foldedTags = ?", [tags.joined(separator: "\n"), Self.folded(tags)], database)
        }
    }

    /// See ``LibraryStore``. No ink is read, whatever its size.
    @discardableResult
    public func attach(_ id: CharacterID, to template: TemplateID) throws(LibraryError) -> CharacterRecord {
        try writing { database in
            let record = try Self.character(id, database)
            let count = try Self.template(template, database).pageCount
            let list = record.pageList
            if let list {
                guard list.fits(templatePages: count) else { throw LibraryError.damagedPages(record.name) }
            } else {
                let old = try record.template.map { try Self.template($0, database).pageCount }
                try checkInk(of: id, beyond: old, on: count, database)
            }
            guard record.template != template else { return record }
            let page = record.lastPage.flatMap { $0 <= count || list?.position(of: $0) != nil ? $0 : nil }
            return try update(
                id, "template = ?, lastPage = ?, inkVersion = inkVersion + 1", [template.value, page], database)
        }
    }

    /// See ``LibraryStore``. This usually succeeds on a full disk, too, because it may use the reserved space.
    public func removeCharacter(_ id: CharacterID) throws(LibraryError) {
        try removing { database in
            _ = try Self.character(id, database)
            try database.execute(
                sql: "UPDATE character SET trashed = ? WHERE id = ?", arguments: [sources.milliseconds(), id.value])
        }
        tidyAfterRemoving()
    }

    /// See ``LibraryStore``. The ink and its journal are copied within the database and not decoded, so damaged ink is
    /// copied, too. The PDF is not copied.
    @discardableResult
    public func duplicateCharacter(_ id: CharacterID, named name: String) throws(LibraryError) -> CharacterRecord {
        let name = try NameRule.name.checked(name)
        return try writing { database in
            let original = try Self.character(id, database)
            let now = Date(milliseconds: sources.milliseconds())
            let copy = CharacterRecord(
                id: try Self.unusedID("character", sources, database), name: name, template: original.template,
                isFavorite: original.isFavorite, tagLines: original.tagLines, lastPage: original.lastPage, created: now,
                modified: now, inkVersion: original.inkVersion, pageText: original.pageText)
            try Self.insert(copy, database)
            try DrawingRow.copyAll(from: id, to: copy.id, sources, database)
            try FormRecord.copyAll(from: id, to: copy.id, database)
            try database.execute(
                sql: """
                    INSERT INTO characterThumbnail
                        SELECT ?, inkVersion, picture FROM characterThumbnail WHERE character = ?
                    """, arguments: [copy.id.value, id.value])
            return copy
        }
    }

    // MARK: Within a transaction

    /// Checks that a template has the pages of a character's ink. Pages that were inserted and whose insertion was undone
    /// do not count; what could be redone on them must not come back on pages of the template.
    ///
    /// - Parameters:
    ///   - old: the number of pages of the present template; nil without one.
    ///   - count: the number of pages of the template.
    private func checkInk(of id: CharacterID, beyond old: Int?, on count: Int, _ database: Database) throws {
        let rows = try Row.fetchAll(
            database, sql: "SELECT page FROM drawing WHERE character = ? ORDER BY page DESC", arguments: [id.value])
        for page in try rows.map({ try $0.page(0) }) {
            guard let row = try DrawingRow.fetch(CharacterPage(id, page: page), database) else { continue }
            if let old, page > old, row.itemCount == 0, row.applied == 0 {
                if page <= count { try forgetUndone(of: row, database) }
            } else {
                try PageRule.check(page, of: count)
            }
        }
    }

    /// Fetches the record of a character.
    ///
    /// - Throws: ``LibraryError`` with `notFound`, also for a character in the trash.
    static func character(_ id: CharacterID, _ database: Database) throws -> CharacterRecord {
        let row = try Row.fetchOne(
            database, sql: "\(selectCharacter) WHERE id = ? AND trashed IS NULL", arguments: [id.value])
        guard let row else { throw LibraryError.noCharacter(id) }
        return try CharacterRecord(row)
    }

    /// Updates columns of a character and its modification time.
    private func update(
        _ id: CharacterID, _ columns: String, _ arguments: StatementArguments, _ database: Database
    ) throws -> CharacterRecord {
        try database.execute(
            sql: "UPDATE character SET \(columns), modified = ? WHERE id = ?",
            arguments: arguments + [sources.milliseconds(), id.value])
        return try Self.character(id, database)
    }

    /// Inserts the row of a new character, whose id must not be in use. A trigger adds the name and the tags to the
    /// search index.
    static func insert(_ record: CharacterRecord, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO character (
                    id, name, folded, template, isFavorite, tags, foldedTags, lastPage, created, modified, inkVersion,
                    pages
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                record.id.value, record.name, record.name.foldedForSearch, record.template?.value, record.isFavorite,
                record.tagLines, folded(record.tags), record.lastPage,
                Int64(milliseconds: record.created), Int64(milliseconds: record.modified), record.inkVersion,
                record.pageText,
            ])
    }

    /// Returns tags without case and diacritics, with a line feed before and after each, so that a search for a line
    /// finds only whole tags.
    static func folded(_ tags: [String]) -> String {
        tags.isEmpty ? "" : "\n" + tags.map { $0.foldedForSearch + "\n" }.joined()
    }
}
