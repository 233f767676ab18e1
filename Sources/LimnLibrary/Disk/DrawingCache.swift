// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnInk

/// The ink of the pages that were used last, so that each eraser stroke of a person does not read it anew.
final class DrawingCache: @unchecked Sendable {
    // Unchecked: `entries` is touched behind `lock` only.
    private let lock = NSLock()
    // The whole row tells one ink from another: behind a restored backup, revisions come again.
    private var entries: [(row: DrawingRow, ink: Drawing)] = []
    private let limit = 2
    /// Ink of more points is not held.
    private let pointLimit = 200_000

    func ink(of row: DrawingRow) -> Drawing? { lock.withLock { entries.last { $0.row == row }?.ink } }

    func keep(_ ink: Drawing, of row: DrawingRow) {
        lock.withLock {
            entries.removeAll { $0.row.id == row.id }
            guard ink.pointCount <= pointLimit else { return }
            entries.append((row, ink))
            if entries.count > limit { entries.removeFirst() }
        }
    }
}
