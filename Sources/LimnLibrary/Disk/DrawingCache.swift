// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnInk

/// A cache of the drawings used last, and of the layers of many pages, so that edits do not read the same ink again.
final class DrawingCache: @unchecked Sendable {
    // Unchecked: `lock` guards `entries` and `known`.
    private let lock = NSLock()
    // The key is the whole row. The revision alone is not enough: restoring a backup can reuse a revision.
    private var entries: [(row: DrawingRow, ink: Drawing, points: Int)] = []
    private var known: [Int64: (row: DrawingRow, layers: [Drawing.Layer])] = [:]
    private static let limit = 2
    /// The maximum number of points of all cached drawings: 40 MB.
    private static let pointLimit = 1_500_000
    private static let layerLimit = 10_000

    /// Returns the ink of a row.
    func ink(of row: DrawingRow) -> Drawing? { lock.withLock { entries.last { $0.row == row }?.ink } }

    /// Returns the cached ink of a page at any of its states.
    func latest(_ id: Int64) -> (row: DrawingRow, ink: Drawing)? {
        lock.withLock { entries.last { $0.row.id == id }.map { ($0.row, $0.ink) } }
    }

    func store(_ ink: Drawing, of row: DrawingRow) {
        let points = ink.pointCount
        lock.withLock {
            entries.removeAll { $0.row.id == row.id }
            guard points <= Self.pointLimit else { return }
            entries.append((row, ink, points))
            while entries.count > Self.limit || entries.reduce(0, { $0 + $1.points }) > Self.pointLimit {
                entries.removeFirst()
            }
        }
        store(ink.layers, of: row)
    }

    /// Records that a row has changed without its ink.
    func move(from old: DrawingRow, to new: DrawingRow) {
        lock.withLock {
            for index in entries.indices where entries[index].row == old { entries[index].row = new }
            if known[old.id]?.row == old { known[old.id]?.row = new }
        }
    }

    /// Returns the layers of a row.
    func layers(of row: DrawingRow) -> [Drawing.Layer]? {
        lock.withLock { known[row.id].flatMap { $0.row == row ? $0.layers : nil } }
    }

    func store(_ layers: [Drawing.Layer], of row: DrawingRow) {
        lock.withLock {
            if known.count >= Self.layerLimit { known = [:] }
            known[row.id] = (row, layers)
        }
    }
}
