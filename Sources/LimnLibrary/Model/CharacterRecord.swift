// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
public import LimnForms
public import LimnInk

/// A character: one filled copy of a template. The record includes neither the ink nor the form values.
///
/// A record is a copy. Changing its properties does not change the library; see ``LibraryStore`` for the calls that do.
public struct CharacterRecord: Hashable, Sendable, Identifiable {
    /// The permanent id.
    public let id: CharacterID
    /// The name, which need not be unique.
    public var name: String
    /// The template; nil for an orphan, whose template was removed.
    public var template: TemplateID?
    /// Whether it is a favorite.
    public var isFavorite: Bool
    /// The tags in the order in which they were added. Each follows ``NameRule/tag``, so none has a line feed.
    public var tags: [String] {
        get { tagLines.isEmpty ? [] : tagLines.split(separator: "\n").map { String($0) } }
        set { tagLines = newValue.joined(separator: "\n") }
    }
    /// The tags as they are stored, one per line. They are split only on demand, because lists have thousands of
    /// records.
    private(set) var tagLines: String
    /// The last viewed page, from 1; nil if no page was viewed.
    public var lastPage: Int?
    /// The time of creation, to the millisecond.
    public let created: Date
    /// The time of the last change of its name, tags, template, ink or form values. Viewing a page and marking a
    /// favorite do not count.
    public var modified: Date
    /// A number that increases with every change of the ink, the form values or the template. A thumbnail is current if
    /// it was made at the same number. Undo and redo are changes, too.
    ///
    /// It is 0 for a new character without ink and values, and otherwise 1.
    public var inkVersion: Int
    /// The character's own list of pages; nil if its pages are those of the template.
    public var pageList: PageList? { pageText.flatMap { KnownPageLists.list(coded: $0) } }
    /// The list of pages as it is stored. It is read only on demand, as ``tagLines`` is.
    private(set) var pageText: String?

    init(
        id: CharacterID, name: String, template: TemplateID?, isFavorite: Bool, tagLines: String, lastPage: Int?,
        created: Date, modified: Date, inkVersion: Int, pageText: String? = nil
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
        self.pageText = pageText
    }

    /// Takes over another list of pages.
    mutating func take(_ list: PageList?) { pageText = list?.coded }
}

/// The properties of a character to create.
///
/// Nothing is checked before ``LibraryStore/createCharacter(_:)`` is called.
///
/// ```swift
/// var new = NewCharacter(name: "Maren Ashwick", template: sheet.id, tags: ["druid"])
/// new.formEntries = ["Level": .number("3")]
/// let maren = try library.createCharacter(new)
/// ```
public struct NewCharacter: Sendable {
    /// The name; checked by ``NameRule/name``.
    public var name: String
    /// The template; nil for an orphan. An orphan may have ink on the pages 1 to 1,000,000, because it has no page
    /// count.
    public var template: TemplateID?
    /// Whether it is a favorite.
    public var isFavorite: Bool
    /// Tags; checked by ``NameRule/tag``.
    public var tags: [String]
    /// The page that was viewed last, from 1; nil for none. It must be a page of the template.
    public var lastPage: Int?
    /// The initial ink by page, from 1. It cannot be undone.
    ///
    /// An empty drawing is stored, too: its page then counts as drawn on, with revision 1.
    public var drawings: [Int: Drawing]
    /// The initial form values by the full names of fields. They cannot be undone. ``FormRule`` has the limits.
    public var formEntries: [String: FieldEntry] = [:]
    /// The bytes of the pictures to which these values refer by their hashes. Every such picture must be given.
    public var formPictures: [[UInt8]] = []
    /// The list of pages; nil for the template's pages. Ink may also be on the pages of the list, and the last page is one
    /// of them.
    public var pageList: PageList?

    /// Creates the properties of a new character.
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

    /// Returns a copy with normalized name and tags. The drawings and the pages are not checked here.
    ///
    /// - Throws: ``LibraryError`` with `invalidName` or `invalidValue`.
    func checked() throws(LibraryError) -> NewCharacter {
        var copy = self
        copy.name = try NameRule.name.checked(name)
        copy.tags = try NameRule.checkedTags(tags)
        try FormRule.check(formEntries, pictures: FormRule.hashed(formPictures).mapValues(\.count))
        return copy
    }

    /// Checks the pages of the list, the ink and the last page.
    ///
    /// - Parameter count: the number of the template's pages; nil without a template.
    /// - Throws: ``LibraryError`` with `noSuchPage`.
    func checkPages(templatePages count: Int?) throws(LibraryError) {
        if let pageList, let count, !pageList.fits(templatePages: count) { throw .damagedPages(name) }
        let positions = pageList?.positions
        if let lastPage, let positions, positions[lastPage] == nil { throw .pageIsGone(lastPage) }
        for page in [lastPage].compactMap({ $0 }) + drawings.keys.sorted() where positions?[page] == nil {
            try PageRule.check(page, of: count)
        }
    }
}

/// Conditions for listing characters. A character must meet all of them.
///
/// A filter is limited to 500 words and tags together; ``LibraryStore/characters(_:)`` refuses a longer one.
///
/// ```swift
/// let druids = try library.characters(CharacterFilter(search: "mar ash", tags: ["druid"]))
/// ```
public struct CharacterFilter: Hashable, Sendable {
    /// Search words, separated by white space, in any order. Each must be a prefix of a word in the name, the tags, the
    /// form values, the template's name or the template's text; case and diacritics are ignored. A word with
    /// punctuation, such as `d-20`, matches as a phrase. A word without letters and digits, such as an emoji or `*`,
    /// must occur in the name, a tag, a form value or the template's name. Nil and an empty text match everything.
    public var search: String?
    /// Whether only favorites match.
    public var favoritesOnly: Bool
    /// Tags that a character must all have; case and diacritics are ignored.
    public var tags: [String]
    /// The template; nil for any template or none.
    public var template: TemplateID?

    /// Creates a filter. By default, every character matches it.
    public init(
        search: String? = nil, favoritesOnly: Bool = false, tags: [String] = [], template: TemplateID? = nil
    ) {
        self.search = search
        self.favoritesOnly = favoritesOnly
        self.tags = tags
        self.template = template
    }
}
