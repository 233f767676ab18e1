// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnInk

/// The ink of the pages that were used last, so that each eraser stroke of a person does not read it anew.
final class DrawingCache: @unchecked Sendable {
    // Unchecked: `entries` is touched behind `lock` only.
    private let lock = NSLock()
    private var entries: [(drawing: Int64, revision: Int, ink: Drawing)] = []
    private let limit = 2
    /// Ink of more points is not held.
    private let pointLimit = 200_000

    func ink(of drawing: Int64, revision: Int) -> Drawing? {
        lock.withLock { entries.last { $0.drawing == drawing && $0.revision == revision }?.ink }
    }

    func keep(_ ink: Drawing, of drawing: Int64, revision: Int) {
        lock.withLock {
            entries.removeAll { $0.drawing == drawing }
            guard ink.pointCount <= pointLimit else { return }
            entries.append((drawing, revision, ink))
            if entries.count > limit { entries.removeFirst() }
        }
    }
}
