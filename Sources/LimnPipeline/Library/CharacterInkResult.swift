// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
public import LimnJobs
public import LimnLibrary

/// The result of an edit on one page.
public struct CharacterInkResult: Sendable, Encodable {
    /// The character.
    public let character: CharacterRecord
    /// The page number, from 1.
    public let page: Int
    /// The current number of strokes on the page.
    public let strokes: Int
    /// The current number of other items on the page.
    public let items: Int
    /// The current number of points of the strokes.
    public let points: Int
    /// The number of added items, including strokes.
    public let added: Int
    /// The number of removed items. A stroke that was cut counts as removed, and its pieces as added.
    public let removed: Int
    /// The current revision of the ink; 0 if the page was never drawn on.
    public let revision: Int
    /// Messages for the user.
    public internal(set) var diagnostics: [Diagnostic] = []

    /// The status.
    public var status: ResultStatus { diagnostics.status }

    init(_ character: CharacterRecord, _ page: Int, _ summary: PageSummary?, _ change: InkChange?) {
        self.character = character
        self.page = page
        strokes = summary?.strokeCount ?? 0
        items = summary?.objectCount ?? 0
        points = summary?.pointCount ?? 0
        added = change?.edit.inserted.count ?? 0
        removed = change?.edit.removed.count ?? 0
        revision = change?.revision ?? summary?.revision ?? 0
    }

    /// Encodes all keys. `id` and `name` are those of the character.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "id": "\(character.id)", "name": character.name, "page": page, "strokes": strokes, "items": items,
            "points": points,
            "added": added, "removed": removed, "revision": revision, "status": status,
            "messages": diagnostics.messages(inputName: nil), "notes": diagnostics.notes(inputName: nil),
        ])
    }
}
