// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnInk

/// The remaining ink of a page whose snapshot, journal or row is damaged.
struct InkRemains {
    /// The ink that could be assembled.
    private(set) var drawing: Drawing
    /// The number of the last edit in the ink.
    private(set) var reached: Int
    /// The number of the last edit that was in effect, as far as it is known.
    private(set) var wanted: Int
    /// Whether the ink was assembled from the journal alone, starting with the first edit.
    private(set) var isFromJournal = false
    /// Whether no ink is missing.
    private(set) var isWhole = false

    /// Assembles the readable ink; nil if nothing is readable.
    ///
    /// - Parameters:
    ///   - row: the row of the drawing.
    ///   - isKnown: whether the numbers in the row are correct; they are not if the row was lost.
    init?(of row: DrawingRow, isKnown: Bool, _ database: Database) throws {
        let stored = try Data.fetchOne(
            database, sql: "SELECT ink FROM drawingBase WHERE drawing = ?", arguments: [row.id])
        let pages = stored.flatMap { try? NativeInk.decode([UInt8]($0)).pages }
        let snapshot = pages?.count == 1 ? pages?.first?.drawing : nil
        let edits = try Row.fetchAll(
            database, sql: "SELECT number, edit FROM inkEdit WHERE drawing = ?", arguments: [row.id]
        ).reduce(into: [Int: Edit]()) { edits, row in
            let bytes: Data = try row.value(1)
            guard let number = try? row.count(0) else { return }
            edits[number] = try? Edit(decoding: [UInt8](bytes))
        }
        let last = edits.keys.max() ?? 0
        let base: Int
        if isKnown {
            (wanted, base) = (row.applied, row.base)
        } else {
            wanted = last
            base = stored == nil ? 0 : snapshot.flatMap { Self.number(of: $0, among: edits) } ?? 0
        }
        if let snapshot {
            (drawing, reached) = (snapshot, base)
        } else if edits[1] != nil || base == 0 && stored == nil && (!isKnown || row.baseSize == 0) {
            // There was no snapshot, or the journal may be complete since the first edit.
            (drawing, reached, isFromJournal) = (Drawing(), 0, true)
        } else {
            return nil
        }
        while reached < wanted, let edit = edits[reached + 1], (try? drawing.apply(edit)) != nil { reached += 1 }
        while reached > wanted, let edit = edits[reached], (try? drawing.apply(edit.inverse)) != nil { reached -= 1 }
        // The initial ink of a page is only in the snapshot, so the counts of the assembled ink are compared, too.
        var counted = row
        counted.count(drawing)
        isWhole = reached == wanted && (!isKnown || counted == row)
        guard !drawing.isEmpty || isWhole else { return nil }
    }

    /// Returns the number of the last edit in a snapshot, which is the last edit whose inverse applies to the snapshot.
    private static func number(of snapshot: Drawing, among edits: [Int: Edit]) -> Int? {
        let last = edits.keys.sorted(by: >).first { number in
            var copy = snapshot
            return edits[number].map { (try? copy.apply($0.inverse)) != nil } ?? false
        }
        // If there is none, all edits are later than the snapshot.
        return last ?? edits.keys.min().map { $0 - 1 }
    }
}
