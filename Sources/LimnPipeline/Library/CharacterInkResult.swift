// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
public import LimnJobs
public import LimnLibrary

/// What became of the ink of a page.
public struct CharacterInkResult: Sendable, Encodable {
    /// The character.
    public let character: CharacterRecord
    /// The page, from 1.
    public let page: Int
    /// The number of strokes that the page has now.
    public let strokes: Int
    /// The number of other items that the page has now.
    public let items: Int
    /// The number of points that they have.
    public let points: Int
    /// How many items came, strokes among them.
    public let added: Int
    /// How many items went; a stroke that was cut went, and its pieces came.
    public let removed: Int
    /// The revision that the ink has now; 0 where the page was never drawn on.
    public let revision: Int
    /// What a person should know.
    public internal(set) var diagnostics: [Diagnostic] = []

    /// How it came out.
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

    /// Writes all keys; `id` and `name` are the character's.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "id": "\(character.id)", "name": character.name, "page": page, "strokes": strokes, "items": items,
            "points": points,
            "added": added, "removed": removed, "revision": revision, "status": status,
            "messages": diagnostics.messages(inputName: nil), "notes": diagnostics.notes(inputName: nil),
        ])
    }
}
