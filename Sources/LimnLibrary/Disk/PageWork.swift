// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnInk

/// What a transaction knows about the pages that it changes, so that each is loaded at most once.
///
/// The cache of the library gets it only after the commit.
final class PageWork {
    private let cache: DrawingCache
    /// Whether the transaction must not take long, so that it refuses to load much ink.
    let isPrompt: Bool
    private var inks: [Int64: (row: DrawingRow, ink: Drawing)] = [:]
    private var layers: [Int64: (row: DrawingRow, layers: [Drawing.Layer])] = [:]

    /// The maximum number of points, items and bytes of a page whose ink is read within a prompt transaction.
    static let promptPoints = 20_000
    private static let promptItems = 1000
    private static let promptBytes = 512 << 10
    /// The maximum number of bytes of an edit that a prompt transaction undoes or redoes.
    static let promptEditBytes = 16 << 10
    /// The maximum number of changes that a prompt transaction makes for one request.
    static let promptChanges = 8

    init(_ cache: DrawingCache, isPrompt: Bool = false) { (self.cache, self.isPrompt) = (cache, isPrompt) }

    /// Whether reading a page's ink takes long.
    static func isLarge(_ row: DrawingRow) -> Bool {
        row.pointCount > promptPoints || row.itemCount > promptItems || row.baseSize > promptBytes
            || row.journalSize > promptBytes
    }

    /// Takes the ink of a row. Give it back with ``store(_:of:)``, or the next call reads it again.
    ///
    /// - Throws: ``LibraryError`` with `unprepared` if this takes too long for a prompt transaction.
    func takeInk(of row: DrawingRow, _ database: Database) throws -> Drawing {
        if let found = inks.removeValue(forKey: row.id), found.row == row { return found.ink }
        if let ink = cache.ink(of: row) { return ink }
        guard !(isPrompt && Self.isLarge(row)) else { throw LibraryError.unprepared }
        return try row.load(after: cache.latest(row.id), database)
    }

    /// Returns the layers of a row; one layer for a page that was never drawn on.
    ///
    /// - Throws: as ``takeInk(of:_:)``.
    func layers(of row: DrawingRow?, _ database: Database) throws -> [Drawing.Layer] {
        guard let row else { return [Drawing.Layer()] }
        if let found = layers[row.id], found.row == row { return found.layers }
        if let found = inks[row.id], found.row == row { return found.ink.layers }
        if let found = cache.layers(of: row) { return found }
        guard !(isPrompt && Self.isLarge(row)) else { throw LibraryError.unprepared }
        let found = try row.layers(database)
        layers[row.id] = (row, found)
        return found
    }

    /// Whether the transaction has the ink of a row already.
    func hasInk(of row: DrawingRow) -> Bool { inks[row.id]?.row == row }

    func store(_ ink: Drawing, of row: DrawingRow) {
        inks[row.id] = (row, ink)
        layers[row.id] = (row, ink.layers)
    }

    /// Records that an edit has turned one row into another.
    func note(_ edit: Edit, from old: DrawingRow, to new: DrawingRow) {
        if let after = edit.layers?.after {
            layers[new.id] = (new, after)
        } else if let known = layers[old.id].flatMap({ $0.row == old ? $0.layers : nil }) ?? cache.layers(of: old) {
            layers[new.id] = (new, known)
        } else if old.revision == 0 {
            layers[new.id] = (new, [Drawing.Layer()])
        }
    }

    /// Records the layers of a row.
    func note(_ known: [Drawing.Layer], of row: DrawingRow) { layers[row.id] = (row, known) }

    /// Forgets everything, after a part of the transaction was rolled back.
    func forget() { (inks, layers) = ([:], [:]) }

    /// Gives the cache what is known. Call this only after the commit.
    func finish() {
        for (row, known) in layers.values { cache.store(known, of: row) }
        for (row, ink) in inks.values { cache.store(ink, of: row) }
    }
}

extension DrawingRow {
    /// Loads the current ink, from an earlier state of it if only edits were added since.
    func load(after earlier: (row: DrawingRow, ink: Drawing)?, _ database: Database) throws -> Drawing {
        guard let earlier, earlier.row.id == id, earlier.row.applied > 0, earlier.row.applied < applied,
            revision - earlier.row.revision == applied - earlier.row.applied
        else { return try load(database) }
        // The journal must still hold the last edit of the earlier state: a restored library may have another.
        let made = try Int64.fetchOne(
            database, sql: "SELECT made FROM inkEdit WHERE drawing = ? AND number = ?",
            arguments: [id, earlier.row.applied])
        guard made == earlier.row.modified else { return try load(database) }
        var drawing = earlier.ink
        let edits = try Data.fetchCursor(
            database, sql: "SELECT edit FROM inkEdit WHERE drawing = ? AND number BETWEEN ? AND ? ORDER BY number",
            arguments: [id, earlier.row.applied + 1, applied])
        var count = 0
        while let bytes = try edits.next() {
            guard let edit = try? Edit(decoding: [UInt8](bytes)), (try? drawing.apply(edit)) != nil else {
                return try load(database)
            }
            count += 1
        }
        return count == applied - earlier.row.applied ? drawing : try load(database)
    }

    /// Reads the layers, from the head of the snapshot and the edits since.
    func layers(_ database: Database) throws -> [Drawing.Layer] {
        let isForward = base <= applied
        let range = isForward ? (base + 1, applied) : (applied + 1, base)
        let edits = try Data.fetchCursor(
            database,
            sql: """
                SELECT edit FROM inkEdit WHERE drawing = ? AND number BETWEEN ? AND ?
                ORDER BY number \(isForward ? "DESC" : "ASC")
                """, arguments: [id, range.0, range.1])
        while let bytes = try edits.next() {
            guard let change = (try? Edit(decoding: [UInt8](bytes)))?.layers else { continue }
            return isForward ? change.after : change.before
        }
        guard base > 0 || baseSize > 0 else { return [Drawing.Layer()] }
        guard
            let ink = try Data.fetchOne(
                database, sql: "SELECT ink FROM drawingBase WHERE drawing = ?", arguments: [id])
        else { return try load(database).layers }
        let pages = try? NativeInkPages(size: ink.count) { [UInt8](ink[$0]) }
        guard let pages, pages.pageCount == 1, let layers = try? pages.layers(at: 0) else {
            return try load(database).layers
        }
        return layers
    }
}
