// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
public import LimnInk

/// One filled copy of a template, as lists show it.
public struct CharacterRecord: Hashable, Sendable, Identifiable {
    /// What names it for good.
    public let id: CharacterID
    /// What a person calls it; others may have the same name.
    public var name: String
    /// What it is written on; nil for an orphan, whose template was removed.
    public var template: TemplateID?
    /// Whether it is one of a person's favourites.
    public var isFavorite: Bool
    /// Tags in the order in which they were given.
    public var tags: [String] {
        get { tagLines.isEmpty ? [] : tagLines.split(separator: "\n").map { String($0) } }
        set { tagLines = newValue.joined(separator: "\n") }
    }
    /// The tags as they are stored, one a line: lists of thousands are read faster than their tags are taken apart.
    private(set) var tagLines: String
    /// The page that was looked at last, from 1; nil where none was yet.
    public var lastPage: Int?
    /// When it was made.
    public let created: Date
    /// When its name, its tags, its template or its ink changed last.
    public var modified: Date
    /// How often its ink has changed; pictures of it are as good as this number is the same.
    public var inkVersion: Int

    init(
        id: CharacterID, name: String, template: TemplateID?, isFavorite: Bool, tagLines: String, lastPage: Int?,
        created: Date, modified: Date, inkVersion: Int
    ) {
        self.id = id
        self.name = name
        self.template = template
        self.isFavorite = isFavorite
        self.tagLines = tagLines
        self.lastPage = lastPage
        self.created = created
        self.modified = modified
        self.inkVersion = inkVersion
    }
}

/// A character that is to be made.
public struct NewCharacter: Sendable {
    /// The name; checked by ``NameRule/name``.
    public var name: String
    /// What it is written on; nil makes an orphan.
    public var template: TemplateID?
    /// Whether it is a favourite.
    public var isFavorite: Bool
    /// Tags; checked by ``NameRule/tag``.
    public var tags: [String]
    /// The page that was looked at last, from 1.
    public var lastPage: Int?
    /// Ink that it has from the beginning, by page from 1; this cannot be undone.
    public var drawings: [Int: Drawing]

    /// Puts together what is to be made.
    public init(
        name: String, template: TemplateID?, isFavorite: Bool = false, tags: [String] = [], lastPage: Int? = nil,
        drawings: [Int: Drawing] = [:]
    ) {
        self.name = name
        self.template = template
        self.isFavorite = isFavorite
        self.tags = tags
        self.lastPage = lastPage
        self.drawings = drawings
    }

    /// The same with names as they are kept.
    func checked() throws(LibraryError) -> NewCharacter {
        var copy = self
        copy.name = try NameRule.name.checked(name)
        copy.tags = try NameRule.checkedTags(tags)
        return copy
    }
}

/// Which characters are wanted; all conditions must hold.
public struct CharacterFilter: Hashable, Sendable {
    /// Words that must all begin some word of the name, the tags, the template's name or its text; case and diacritics are
    /// ignored. A text without any letter or digit finds everything.
    public var search: String?
    /// Whether only favourites are wanted.
    public var favoritesOnly: Bool
    /// Tags that must all be there; case and diacritics are ignored.
    public var tags: [String]
    /// The template; nil for any and for orphans.
    public var template: TemplateID?

    /// Makes a filter; without arguments it lets everything through.
    public init(
        search: String? = nil, favoritesOnly: Bool = false, tags: [String] = [], template: TemplateID? = nil
    ) {
        self.search = search
        self.favoritesOnly = favoritesOnly
        self.tags = tags
        self.template = template
    }
}
