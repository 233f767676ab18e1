// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnInk

/// A cache of the two most recently stored drawings, so that successive edits of a page do not read its ink again.
final class DrawingCache: @unchecked Sendable {
    // Unchecked: `lock` guards `entries`.
    private let lock = NSLock()
    // The key is the whole row. The revision alone is not enough: restoring a backup can reuse a revision.
    private var entries: [(row: DrawingRow, ink: Drawing)] = []
    private let limit = 2
    /// Drawings with more points are not cached.
    private let pointLimit = 200_000

    func ink(of row: DrawingRow) -> Drawing? { lock.withLock { entries.last { $0.row == row }?.ink } }

    func store(_ ink: Drawing, of row: DrawingRow) {
        lock.withLock {
            entries.removeAll { $0.row.id == row.id }
            guard ink.pointCount <= pointLimit else { return }
            entries.append((row, ink))
            if entries.count > limit { entries.removeFirst() }
        }
    }
}
