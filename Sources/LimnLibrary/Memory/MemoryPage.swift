// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnInk

/// The ink of a page in a ``MemoryLibrary``.
struct MemoryPage {
    /// An edit, the ink version of the character after it, and its time.
    struct Step {
        var edit: Edit
        var version: Int
        var made: Date
    }

    var drawing = Drawing()
    var revision = 0
    var done: [Step] = []
    /// The undone edits; the last one is the next to redo.
    var undone: [Step] = []
    var modified = Date(milliseconds: 0)

    func summary(_ page: Int) -> PageSummary {
        PageSummary(
            page: page, revision: revision, strokeCount: drawing.strokes.count, pointCount: drawing.pointCount,
            canUndo: !done.isEmpty, canRedo: !undone.isEmpty, modified: modified,
            objectCount: drawing.objects.count)
    }

    mutating func apply(_ edit: Edit) throws(LibraryError) {
        do throws(InkError) { try drawing.apply(edit) } catch { throw LibraryError(error) }
    }
}
