// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
internal import LimnJobs
public import LimnLibrary

/// A change of a character's ink or form values, for JSON: the edits of one command, which are undone together.
public struct CharacterChange: Sendable, Encodable {
    /// The character.
    public let character: CharacterRecord
    /// The edits.
    public let group: EditGroup

    /// Returns the position of a page, from 1; nil for one that the character has no more.
    public func position(of page: EditGroup.Page) -> Int? { character.position(of: page.page) }

    /// Whether all edits of the change can be read. If not, the change cannot be undone or redone.
    public var isReadable: Bool {
        group.pages.allSatisfy { $0.added != nil } && group.form.map { $0.fields != nil } ?? true
    }

    /// Lists the changes of a character that can be undone or redone, earliest first.
    ///
    /// - Parameter date: the earliest time of the changes to list; nil to list all. Changes of unknown time are listed
    ///   only if it is nil.
    /// - Throws: `LibraryError`.
    public static func all(
        of id: CharacterID, since date: Date? = nil, in library: any LibraryStore
    ) throws(LibraryError) -> [CharacterChange] {
        let character = try library.character(id)
        return try library.changes(of: id)
            .filter { group in date.map { since in group.made.map { $0 >= since } ?? false } ?? true }
            .map { CharacterChange(character: character, group: $0) }
    }

    /// Encodes `id` and `name` of the character, `change` (its number), `time` (ISO 8601, UTC; null for edits of older
    /// versions), `undone`, `status`, `messages`, `pages`: `{"page", "added", "removed", "undone"}`, and `fields` (the
    /// full names of the fields whose values changed; null if they cannot be read). `edition` is null, or the hashes of
    /// the PDFs before and after a move to another template: `{"before", "after"}`. `arranged` says whether pages were
    /// inserted, moved, turned or removed. Pages that the character has no more are not listed.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "id": "\(character.id)", "name": character.name, "change": group.version, "time": group.made?.iso8601,
            "undone": group.isUndone,
            "pages": group.pages.compactMap { page in position(of: page).map { Page(page: page, position: $0) } },
            "fields": group.form.map(\.fields) ?? [],
            "edition": group.edition.map { ["before": $0.before, "after": $0.after] },
            "arranged": group.pageList != nil,
            "status": isReadable ? ResultStatus.ok : .warnings, "messages": isReadable ? [] : [Self.damage],
        ])
    }

    /// The message about an edit that cannot be read.
    public static let damage = "A part of this change is damaged and cannot be undone or redone."

    private struct Page: Encodable {
        let page: EditGroup.Page
        let position: Int

        func encode(to encoder: any Encoder) throws {
            try encoder.encodeMembers([
                "page": position, "added": page.added, "removed": page.removed, "undone": page.isUndone,
            ])
        }
    }
}
