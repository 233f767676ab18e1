// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
public import LimnGeometry
public import LimnInk

extension Library {
    /// See ``LibraryStore``.
    public func drawnPages(of id: CharacterID) throws(LibraryError) -> [PageSummary] {
        try reading { database in
            _ = try Self.character(id, database)
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT \(Self.summaryColumns) FROM drawing WHERE character = ? AND revision > 0 ORDER BY page",
                arguments: [id.value])
            return try rows.map(PageSummary.init)
        }
    }

    /// See ``LibraryStore``. If the snapshot is damaged but the journal is complete, the ink comes from the journal.
    public func drawing(on page: CharacterPage) throws(LibraryError) -> PageDrawing? {
        let (found, row): (PageDrawing?, DrawingRow?) = try reading { database in
            _ = try Self.character(page.character, database)
            guard let row = try DrawingRow.fetch(page, database), row.revision > 0 else {
                try checkPage(page, database)
                return (nil, nil)
            }
            let summary = try Self.summary(of: row, database)
            let ink = try drawings.ink(of: row) ?? row.loadWhole(database)
            return (PageDrawing(drawing: ink, summary: summary), row)
        }
        if let found, let row { drawings.store(found.drawing, of: row) }
        return found
    }

    /// Returns the size of a character's ink and its undo history as they are stored, in bytes.
    public func storedSize(of id: CharacterID) throws(LibraryError) -> Int {
        try reading { database in
            try Int.fetchOne(
                database, sql: "SELECT sum(baseSize + journalSize) FROM drawing WHERE character = ?",
                arguments: [id.value]) ?? 0
        }
    }

    /// Returns the size of a page's ink and its undo history as they are stored, in bytes.
    public func storedSize(of page: CharacterPage) throws(LibraryError) -> Int {
        try reading { database in
            let row = try DrawingRow.fetch(page, database)
            return row.map { $0.baseSize + $0.journalSize } ?? 0
        }
    }

    /// Returns the revision and the layers of a page without reading its ink.
    ///
    /// - Throws: ``LibraryError`` with `notFound` or `noSuchPage`.
    public func inkState(of page: CharacterPage) throws(LibraryError) -> InkState {
        let (state, row): (InkState, DrawingRow?) = try reading { database in
            let turn = try turn(of: page, database)
            guard let row = try current(page, nil, evenRemoved: true, database) else {
                return (InkState(turn: turn), nil)
            }
            let layers = try drawings.layers(of: row) ?? row.layers(database)
            let state = InkState(
                revision: row.revision, modified: row.modified, layers: layers, isLarge: PageWork.isLarge(row),
                turn: turn)
            return (state, row)
        }
        if let row { drawings.store(state.layers, of: row) }
        return state
    }

    /// See ``LibraryStore``.
    public func pageToUndo(of id: CharacterID) throws(LibraryError) -> Int? {
        try page(of: id, "applied", "DESC")
    }

    /// See ``LibraryStore``.
    public func pageToRedo(of id: CharacterID) throws(LibraryError) -> Int? {
        try page(of: id, "applied + 1", "ASC")
    }

    /// Returns the page whose next step has the highest or lowest ink version; nil if no page has a next step.
    ///
    /// - Parameters:
    ///   - id: the character.
    ///   - number: the number of the next step, as an SQL expression over the row of the page.
    ///   - order: `DESC` for the highest ink version, `ASC` for the lowest.
    private func page(of id: CharacterID, _ number: String, _ order: String) throws(LibraryError) -> Int? {
        try reading { database in
            _ = try Self.character(id, database)
            return try Int.fetchOne(
                database,
                sql: """
                    SELECT page FROM drawing JOIN inkEdit ON inkEdit.drawing = drawing.id AND number = \(number)
                    WHERE character = ? ORDER BY inkEdit.inkVersion \(order) LIMIT 1
                    """, arguments: [id.value])
        }
    }

    /// Checks that a character and its page exist.
    ///
    /// - Throws: ``LibraryError`` with `notFound` or `noSuchPage`.
    func checkPage(_ page: CharacterPage, _ database: Database) throws {
        let character = try Self.character(page.character, database)
        if let list = character.pageList {
            guard list.position(of: page.page) != nil else { throw LibraryError.pageIsGone(page.page) }
            return
        }
        let count = try character.template.map { try Self.template($0, database).pageCount }
        try PageRule.check(page.page, of: count)
    }

    static func summary(of row: DrawingRow, _ database: Database) throws -> PageSummary {
        let found = try Row.fetchOne(
            database, sql: "SELECT \(Self.summaryColumns) FROM drawing WHERE id = ?", arguments: [row.id])
        guard let found else { throw try row.damaged("its row is missing", database) }
        return try PageSummary(found)
    }

    static let summaryColumns = """
        page, revision, strokeCount, pointCount,
        EXISTS (SELECT 1 FROM inkEdit WHERE drawing = drawing.id AND number = applied),
        EXISTS (SELECT 1 FROM inkEdit WHERE drawing = drawing.id AND number = applied + 1),
        modified, objectCount
        """
}

extension PageSummary {
    /// Decodes a row of ``Library/summaryColumns``.
    init(_ row: Row) throws {
        self.init(
            page: try row.page(0), revision: try row.count(1), strokeCount: try row.count(2),
            pointCount: try row.count(3), canUndo: try row.value(4), canRedo: try row.value(5),
            modified: Date(milliseconds: try row.value(6)), objectCount: try row.count(7))
    }
}

/// The state of a page's ink, without the ink.
public struct InkState: Hashable, Sendable {
    /// The revision; 0 for a page that was never drawn on.
    public var revision = 0
    /// The time of the last change, in milliseconds since 1970.
    var modified: Int64 = 0
    /// The layers.
    public var layers = [Drawing.Layer()]
    /// Whether reading the ink takes long.
    public var isLarge = false
    /// The rotation of the page in the character's own list.
    public var turn = PageGeometry.Rotation.none
}
