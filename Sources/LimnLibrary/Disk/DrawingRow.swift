// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnInk

/// A row of `drawing`: the state of a page's ink and its journal of edits.
///
/// Edits are numbered from 1. `drawingBase` holds a snapshot of the ink after edit `base`. The current ink is the
/// snapshot plus the edits up to `applied`. If undo has gone back beyond the snapshot (`applied < base`), the current
/// ink is the snapshot plus the inverses of the edits in between, last edit first.
struct DrawingRow: Equatable {
    var id: Int64
    let page: CharacterPage
    var revision = 0
    var strokeCount = 0
    var pointCount = 0
    /// The number of items that are not strokes.
    var objectCount = 0
    var layerCount = 1
    var applied = 0
    var base = 0
    var baseSize = 0
    var journalSize = 0
    var modified: Int64 = 0

    private static let columns = """
        id, revision, strokeCount, pointCount, layerCount, applied, base, baseSize, journalSize, modified,
        objectCount
        """

    private init(_ row: Row, _ page: CharacterPage) throws {
        id = try row.value(0)
        self.page = page
        (revision, strokeCount, pointCount) = (try row.count(1), try row.count(2), try row.count(3))
        (layerCount, applied, base) = (try row.count(4), try row.count(5), try row.count(6))
        (baseSize, journalSize, modified) = (try row.count(7), try row.count(8), try row.value(9))
        objectCount = try row.count(10)
    }

    private init(id: Int64, page: CharacterPage) {
        self.id = id
        self.page = page
    }

    /// Fetches the row of a page; nil if the page was never drawn on.
    static func fetch(_ page: CharacterPage, _ database: Database) throws -> DrawingRow? {
        try Row.fetchOne(
            database, sql: "SELECT \(columns) FROM drawing WHERE character = ? AND page = ?",
            arguments: [page.character.value, page.page]
        ).map { try DrawingRow($0, page) }
    }

    /// Inserts the row of a page that was never drawn on.
    static func make(_ page: CharacterPage, _ sources: LibrarySources, _ database: Database) throws -> DrawingRow {
        // The id is random, so that it is never reused while a cache still has other ink with this id.
        let id: RecordID<DrawingRow> = try Library.unusedID("drawing", sources, database)
        let row = DrawingRow(id: id.value, page: page)
        try row.insert(database)
        return row
    }

    /// Inserts a page with initial ink.
    static func insert(
        _ drawing: Drawing, on page: CharacterPage, at time: Int64, _ sources: LibrarySources, _ database: Database
    ) throws {
        var row = try make(page, sources, database)
        row.revision = 1
        row.modified = time
        row.count(drawing)
        try row.writeBase(try snapshot(of: drawing), database)
        try row.update(database)
    }

    mutating func count(_ drawing: Drawing) {
        (strokeCount, pointCount) = (drawing.strokes.count, drawing.pointCount)
        (objectCount, layerCount) = (drawing.objects.count, drawing.layers.count)
    }

    /// The number of items.
    var itemCount: Int { strokeCount + objectCount }

    private func insert(_ database: Database) throws {
        try database.execute(
            sql:
                "INSERT INTO drawing (character, page, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                page.character.value, page.page, id, revision, strokeCount, pointCount, layerCount, applied, base,
                baseSize, journalSize, modified, objectCount,
            ])
    }

    func update(_ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE drawing SET revision = ?, strokeCount = ?, pointCount = ?, layerCount = ?, applied = ?,
                    base = ?, baseSize = ?, journalSize = ?, modified = ?, objectCount = ? WHERE id = ?
                """,
            arguments: [
                revision, strokeCount, pointCount, layerCount, applied, base, baseSize, journalSize, modified,
                objectCount, id,
            ])
    }

    /// Returns a row for a page that was never drawn on, which is not in the database.
    static func blank(_ page: CharacterPage) -> DrawingRow { DrawingRow(id: 0, page: page) }

    /// Returns the bytes of a snapshot.
    static func snapshot(of drawing: Drawing) throws(InkError) -> [UInt8] {
        try NativeInk.encode(InkDocument(pages: [.init(drawing: drawing)]), precision: .lossless)
    }

    /// Replaces the snapshot with that of the current ink. The caller updates the row afterwards.
    mutating func writeBase(_ snapshot: [UInt8], _ database: Database) throws {
        let ink = Data(snapshot)
        try database.execute(
            sql: """
                INSERT INTO drawingBase (drawing, ink) VALUES (?, ?)
                ON CONFLICT (drawing) DO UPDATE SET ink = excluded.ink
                """, arguments: [id, ink])
        (base, baseSize, journalSize) = (applied, ink.count, 0)
    }

    /// Loads the current ink.
    ///
    /// - Throws: ``LibraryError`` with the page and the name of the character if it is damaged.
    func load(_ database: Database) throws -> Drawing {
        do { return try loadInk(database) } catch let error as InkError {
            guard error.code != .unsupportedVersion else { throw error }
            throw try damaged("it has bytes that are not ink", database)
        }
    }

    /// Loads the current ink. If the snapshot is damaged and the journal is complete, only the journal is used.
    ///
    /// - Throws: as ``load(_:)``.
    func loadWhole(_ database: Database) throws -> Drawing {
        do { return try load(database) } catch let error as LibraryError where error.code == .damaged {
            guard let remains = try InkRemains(of: self, isKnown: true, database), remains.isWhole else { throw error }
            return remains.drawing
        }
    }

    private func loadInk(_ database: Database) throws -> Drawing {
        var drawing = Drawing()
        if let ink = try Data.fetchOne(
            database, sql: "SELECT ink FROM drawingBase WHERE drawing = ?", arguments: [id])
        {
            let document = try NativeInk.decode([UInt8](ink))
            guard document.pages.count == 1 else { throw try damaged("its snapshot is not one page", database) }
            drawing = document.pages[0].drawing
        } else if base != 0 {
            throw try damaged("its snapshot is missing", database)
        }
        let isForward = base <= applied
        let range = isForward ? (base + 1, applied) : (applied + 1, base)
        let edits = try Data.fetchCursor(
            database,
            sql: """
                SELECT edit FROM inkEdit WHERE drawing = ? AND number BETWEEN ? AND ?
                ORDER BY number \(isForward ? "ASC" : "DESC")
                """, arguments: [id, range.0, range.1])
        var count = 0
        while let bytes = try edits.next() {
            let edit = try Edit(decoding: [UInt8](bytes))
            do throws(InkError) { try drawing.apply(isForward ? edit : edit.inverse) } catch {
                throw try damaged("an edit does not apply", database)
            }
            count += 1
        }
        guard count == range.1 - range.0 + 1 else { throw try damaged("an edit is missing", database) }
        return drawing
    }

    func damaged(_ reason: String, _ database: Database) throws -> LibraryError {
        let name = try String.fetchOne(
            database, sql: "SELECT name FROM character WHERE id = ?", arguments: [page.character.value])
        return LibraryError(
            .damaged,
            "The ink of page \(page.page) of “\(name ?? "\(page.character)")” is damaged: \(reason).")
    }

    /// Returns an edit of the journal; nil if no edit has that number.
    func edit(_ number: Int, _ database: Database) throws -> Edit? {
        try Data.fetchOne(
            database, sql: "SELECT edit FROM inkEdit WHERE drawing = ? AND number = ?", arguments: [id, number]
        ).map { try Edit(decoding: [UInt8]($0)) }
    }

    /// Returns the size of an edit of the journal in bytes; 0 if no edit has that number.
    func editSize(_ number: Int, _ database: Database) throws -> Int {
        try Int.fetchOne(
            database, sql: "SELECT length(edit) FROM inkEdit WHERE drawing = ? AND number = ?", arguments: [id, number])
            ?? 0
    }

    /// Returns the edits up to and including a number, last edit first.
    func edits(upTo number: Int, _ database: Database) throws -> [(number: Int, bytes: Data)] {
        try edits("number <= \(number) ORDER BY number DESC", database)
    }

    /// Returns the edits after a number, in order.
    func edits(after number: Int, _ database: Database) throws -> [(number: Int, bytes: Data)] {
        try edits("number > \(number) ORDER BY number", database)
    }

    private func edits(_ condition: String, _ database: Database) throws -> [(number: Int, bytes: Data)] {
        try Row.fetchAll(
            database, sql: "SELECT number, edit FROM inkEdit WHERE drawing = ? AND \(condition)", arguments: [id]
        ).map { (number: try $0.count(0), bytes: try $0.value(1)) }
    }

    /// Deletes the edits up to and including a number.
    func deleteEdits(upTo number: Int, _ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM inkEdit WHERE drawing = ? AND number <= ?", arguments: [id, number])
    }

    /// Deletes the edits from a number on.
    func deleteEdits(from number: Int, _ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM inkEdit WHERE drawing = ? AND number >= ?", arguments: [id, number])
    }

    /// Copies the ink and the undo history of a character to a character without ink.
    static func copyAll(
        from original: CharacterID, to copy: CharacterID, _ sources: LibrarySources, _ database: Database
    ) throws {
        let pages = try Int.fetchAll(
            database, sql: "SELECT page FROM drawing WHERE character = ?", arguments: [original.value])
        for page in pages {
            guard let row = try fetch(CharacterPage(original, page: page), database) else { continue }
            let new = try make(CharacterPage(copy, page: page), sources, database)
            var moved = row
            moved.id = new.id
            try moved.update(database)
            try database.execute(
                sql: "INSERT INTO drawingBase SELECT ?, ink FROM drawingBase WHERE drawing = ?",
                arguments: [new.id, row.id])
            try database.execute(
                sql: """
                    INSERT INTO inkEdit (drawing, number, inkVersion, edit, made)
                        SELECT ?, number, inkVersion, edit, made FROM inkEdit WHERE drawing = ? ORDER BY number
                    """, arguments: [new.id, row.id])
            try database.execute(
                sql: """
                    INSERT INTO drawingReading
                        SELECT ?, revision, version, reading FROM drawingReading WHERE drawing = ?
                    """, arguments: [new.id, row.id])
        }
    }
}
