// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

/// A template or a character in the trash. ``LibraryStore/trash()`` lists them.
public struct TrashEntry: Hashable, Sendable, Identifiable {
    /// The id of a template or a character.
    public enum ID: Hashable, Sendable, CustomStringConvertible {
        /// The id of a template.
        case template(TemplateID)
        /// The id of a character.
        case character(CharacterID)

        /// Twelve digits and letters.
        public var description: String {
            switch self {
            case .template(let id): id.description
            case .character(let id): id.description
            }
        }

        /// `template` or `character`.
        public var kind: String {
            switch self {
            case .template: "template"
            case .character: "character"
            }
        }
    }

    /// The id, which stays the same in the trash.
    public let id: ID
    /// The name.
    public let name: String
    /// For a character, the id of its template; nil for an orphan and for a template.
    public let template: TemplateID?
    /// The time of the removal. A template and the characters that were removed with it have the same time.
    public let removed: Date
    /// The size in bytes: of a template's PDF, or of a character's ink and form values with their undo history. A
    /// ``MemoryLibrary`` gives 0 for characters.
    public let byteCount: Int
}

/// The number of days for which items stay in the trash. ``Library/setTrashDays(_:)`` changes it.
public enum TrashAge {
    /// The default number of days.
    public static let standardDays = 30
    /// The maximum number of days: 36,500, about a century.
    public static let highestDays = 36_500
}
