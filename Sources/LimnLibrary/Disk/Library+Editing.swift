// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
public import LimnInk

extension Library {
    /// See ``LibraryStore``. An edit that only adds items on top usually reads no ink. Any other edit needs the whole
    /// drawing. The two drawings used last are cached, unless they have more than 1.5 million points.
    @discardableResult
    public func perform(
        _ edit: Edit, on page: CharacterPage, expecting expected: Int
    ) throws(LibraryError) -> InkChange {
        try change(page, expected) { _ in edit }
    }

    /// See ``LibraryStore``. Afterwards, a second transaction may rewrite the snapshot of the page; see
    /// ``compact(_:)``.
    @discardableResult
    public func append(
        _ items: [Item], to page: CharacterPage, expecting expected: Int?
    ) throws(LibraryError) -> InkChange {
        try change(page, expected) { Edit(appending: items, to: $0) }
    }

    /// See ``LibraryStore``. Only the undone edit is read, not the drawing.
    @discardableResult
    public func undo(_ page: CharacterPage, expecting expected: Int?) throws(LibraryError) -> InkChange? {
        if expected == nil, let step = try stepHere(.undo, of: page.character, only: .page(page.page)) {
            return step.pages.first?.change
        }
        return try step(page, expected, isUndo: true)
    }

    /// See ``LibraryStore``. Only the repeated edit is read, not the drawing.
    @discardableResult
    public func redo(_ page: CharacterPage, expecting expected: Int?) throws(LibraryError) -> InkChange? {
        if expected == nil, let step = try stepHere(.redo, of: page.character, only: .page(page.page)) {
            return step.pages.first?.change
        }
        return try step(page, expected, isUndo: false)
    }

    /// The result of changing a page.
    struct Changed {
        let change: InkChange
        /// The page afterwards; nil if nothing changed, or if the row of a later change tells it.
        var row: DrawingRow?
    }

    /// - Parameter edit: makes the edit, given the number of items of the drawing.
    private func change(
        _ page: CharacterPage, _ expected: Int?, _ edit: (Int) -> Edit
    ) throws(LibraryError) -> InkChange {
        let work = PageWork(drawings)
        let changed = try writing { database in
            let group = try EditMoment(page.character, sources, database)
            return try change(page, expected, in: group, work, database, edit)
        }
        work.finish()
        finish(changed)
        return changed.change
    }

    /// Changes a page as a part of a group of edits.
    ///
    /// - Parameter evenRemoved: whether a page that the character does not have any more is changed, too.
    func change(
        _ page: CharacterPage, _ expected: Int?, in group: EditMoment, evenRemoved: Bool = false, _ work: PageWork,
        _ database: Database, _ edit: (Int) -> Edit
    ) throws -> Changed {
        let found = try current(page, expected, evenRemoved: evenRemoved, database)
        let edit = edit(found?.itemCount ?? 0)
        guard !edit.isEmpty else { return Changed(change: InkChange(edit: edit, revision: found?.revision ?? 0)) }
        var row = try found ?? DrawingRow.make(page, sources, database)
        try add(edit, to: &row, in: group, work, database)
        return Changed(change: InkChange(edit: edit, revision: row.revision), row: row)
    }

    /// Rewrites the snapshot of a page if that is due. Call this method only after the commit.
    func finish(_ changed: Changed) {
        if let row = changed.row, CompactionPolicy.isDue(row) { compactIfDue(row.page) }
    }

    /// Undoes the last edit or redoes the next one.
    private func step(
        _ page: CharacterPage, _ expected: Int?, isUndo: Bool
    ) throws(LibraryError) -> InkChange? {
        try writing { database in
            let group = try EditMoment(page.character, sources, database)
            return try step(page, expected, isUndo: isUndo, in: group, PageWork(drawings), database)?.change
        }
    }

    /// Undoes or redoes an edit as a part of a group. Neither reads the drawing.
    ///
    /// - Parameter isWhole: whether the other parts of the edit's group are undone or redone, too. Otherwise, the ink of a
    ///   change of the list of pages is refused.
    func step(
        _ page: CharacterPage, _ expected: Int?, isUndo: Bool, isWhole: Bool = false, in group: EditMoment,
        _ work: PageWork, _ database: Database
    ) throws -> Changed? {
        guard var row = try current(page, expected, evenRemoved: isWhole, database),
            let done = try row.edit(isUndo ? row.applied : row.applied + 1, database)
        else { return nil }
        if !isWhole { try refusePagesAlone(row, number: isUndo ? row.applied : row.applied + 1, database) }
        let edit = isUndo ? done.inverse : done
        let before = row
        row.applied += isUndo ? -1 : 1
        row.count(edit)
        row.revision += 1
        try store(&row, in: group, database)
        work.note(edit, from: before, to: row)
        return Changed(change: InkChange(edit: edit, revision: row.revision))
    }

    /// Returns the edit that undoing or redoing would apply; nil if there is none.
    ///
    /// - Throws: as ``step(_:_:isUndo:isWhole:in:_:_:)``.
    func nextStep(_ page: CharacterPage, _ expected: Int?, isUndo: Bool, _ database: Database) throws -> Edit? {
        guard let row = try current(page, expected, database),
            let done = try row.edit(isUndo ? row.applied : row.applied + 1, database)
        else { return nil }
        try refusePagesAlone(row, number: isUndo ? row.applied : row.applied + 1, database)
        return isUndo ? done.inverse : done
    }

    /// Returns the row of a page if it has the expected revision; nil if the page was never drawn on.
    ///
    /// - Parameter evenRemoved: whether a page that was drawn on counts although the character does not have it any more.
    /// - Throws: ``LibraryError`` with `stale`, `noSuchPage` or `notFound`.
    func current(
        _ page: CharacterPage, _ expected: Int?, evenRemoved: Bool = false, _ database: Database
    ) throws -> DrawingRow? {
        let row = try DrawingRow.fetch(page, database)
        if row != nil, evenRemoved {
            _ = try Self.character(page.character, database)
        } else {
            try checkPage(page, database)
        }
        let revision = row?.revision ?? 0
        if let expected, expected != revision { throw LibraryError.stale(page.page, current: revision) }
        return row
    }

    /// Adds an edit to the journal after the last applied one, and deletes the edits that could be redone.
    private func add(
        _ edit: Edit, to row: inout DrawingRow, in group: EditMoment, _ work: PageWork, _ database: Database
    ) throws {
        let before = row
        var ink: Drawing?
        if edit.isAppending(to: row.itemCount) {
            for placed in edit.inserted where !(0..<row.layerCount).contains(placed.item.layer) {
                throw LibraryError.noLayer(placed.item.layer, count: row.layerCount)
            }
            // Ink that is at hand is kept up to date; no ink is loaded for an addition.
            if work.hasInk(of: row) {
                ink = try work.takeInk(of: row, database)
                try ink?.apply(edit)
            }
            row.count(edit)
        } else {
            var drawing = try work.takeInk(of: row, database)
            try drawing.apply(edit)
            let layers = edit.layers == nil ? edit.inserted.map(\.item.layer) : drawing.usedLayers
            for layer in layers where !drawing.layers.indices.contains(layer) {
                throw LibraryError.noLayer(layer, count: drawing.layers.count)
            }
            row.count(drawing)
            ink = drawing
        }
        let bytes = try edit.encoded()
        if row.base > row.applied {
            // After undos, the ink is older than the snapshot and depends on edits that are deleted below. Write a new
            // snapshot first.
            guard !(work.isPrompt && PageWork.isLarge(before)) else { throw LibraryError.unprepared }
            let drawing = try before.load(database)
            try row.writeBase(try DrawingRow.snapshot(of: drawing), database)
        }
        try forgetUndone(of: row, database)
        row.applied += 1
        row.journalSize += bytes.count
        row.revision += 1
        try insert(bytes, of: row, in: group, database)
        try store(&row, in: group, database)
        if let ink { work.store(ink, of: row) } else { work.note(edit, from: before, to: row) }
    }

    /// Inserts the last applied edit of a row into the journal.
    func insert(_ edit: [UInt8], of row: DrawingRow, in group: EditMoment, _ database: Database) throws {
        // Lists of edits insert many rows, so the statement is compiled once.
        try database.cachedStatement(
            sql: "INSERT INTO inkEdit (drawing, number, inkVersion, edit, made) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [row.id, row.applied, group.version, Data(edit), group.time])
        try group.recordAuthor(of: row.page.character, database)
    }

    /// Stores the row of a changed page, which has its new revision, and the ink version, time and last page of its
    /// character.
    func store(_ row: inout DrawingRow, in group: EditMoment, _ database: Database) throws {
        row.modified = group.time
        try row.update(database)
        try database.execute(
            sql: "UPDATE character SET inkVersion = ?, modified = ?, lastPage = ? WHERE id = ?",
            arguments: [group.version, row.modified, row.page.page, row.page.character.value])
        try Self.setLastCharacter(row.page.character, database)
    }
}

extension DrawingRow {
    /// Updates the counts for an edit.
    mutating func count(_ edit: Edit) {
        for (items, sign) in [(edit.inserted, 1), (edit.removed, -1)] {
            let strokes = items.lazy.compactMap(\.item.stroke)
            pointCount += sign * strokes.reduce(0) { $0 + $1.points.count }
            let strokeCount = items.count { $0.item.stroke != nil }
            self.strokeCount += sign * strokeCount
            objectCount += sign * (items.count - strokeCount)
        }
        if let layers = edit.layers { layerCount = layers.after.count }
    }

    /// Takes over the counts of another state of the page.
    mutating func takeCounts(of other: DrawingRow) {
        (strokeCount, pointCount) = (other.strokeCount, other.pointCount)
        (objectCount, layerCount) = (other.objectCount, other.layerCount)
    }
}

extension Edit {
    /// Returns whether the edit only appends items to a drawing with `count` items.
    fileprivate func isAppending(to count: Int) -> Bool {
        removed.isEmpty && layers == nil
            && inserted.enumerated().allSatisfy { number, placed in placed.index == count + number }
    }
}

extension Drawing {
    /// The layers of all items.
    var usedLayers: [Int] { strokes.map(\.layer) + objects.map(\.object.layer) }
}
