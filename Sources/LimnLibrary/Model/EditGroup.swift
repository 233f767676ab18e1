// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
public import LimnInk

/// A change of one page, made together with changes of other pages.
///
/// ```swift
/// let name = PageEdit(page: 1, .appending(signature))
/// let date = PageEdit(page: 3, .appending(digits))
/// let changes = try library.perform([name, date], on: character.id)
/// ```
public struct PageEdit: Hashable, Sendable {
    /// The kind of change.
    public enum Change: Hashable, Sendable {
        /// Adds items above all others, at any revision. An empty list changes nothing.
        case append([Item])
        /// An edit of the drawing at an expected revision, which is 0 for a page that was never drawn on. If an earlier
        /// edit of the same group changes the page, the expected revision is the one after it.
        case edit(Edit, expecting: Int)

        /// Adds strokes above all other items, at any revision.
        public static func appending(_ strokes: [Stroke]) -> Change { .append(strokes.map { .stroke($0) }) }
    }

    /// The page, from 1.
    public var page: Int
    /// The change.
    public var change: Change

    /// Creates a change of a page; pages are numbered from 1.
    public init(page: Int, _ change: Change) {
        self.page = page
        self.change = change
    }
}

/// The change of one page by a group of edits. ``LibraryStore/perform(_:on:)`` returns one for each ``PageEdit``.
public struct PageChange: Hashable, Sendable {
    /// The page, from 1.
    public let page: Int
    /// The change of its ink.
    public let change: InkChange
}

/// Edits of a character's ink or of its form values that were made together, and that one undo reverts.
///
/// Only the edits that the journal still has are listed: at least the last 1,000 of each page and of the form.
public struct EditGroup: Hashable, Sendable {
    /// The part of a group on one page.
    public struct Page: Hashable, Sendable {
        /// The page, from 1.
        public let page: Int
        /// The number of items added; nil if the edit cannot be read. An undo does not change this number.
        public let added: Int?
        /// The number of items removed; nil if the edit cannot be read.
        public let removed: Int?
        /// Whether the edit has been undone.
        public let isUndone: Bool
    }

    /// The part of a group in the form.
    public struct Form: Hashable, Sendable {
        /// The full names of the fields whose values changed, sorted; nil if the edit cannot be read.
        public let fields: [String]?
        /// Whether the edit has been undone.
        public let isUndone: Bool
    }

    /// The ink version after the group. It numbers the groups of a character, with gaps, because undo, redo and a new
    /// template also increase the ink version. ``LibraryStore/comparison(of:since:)`` takes it.
    public let version: Int
    /// The time of the edits; nil for those made before libraries recorded it.
    public let made: Date?
    /// The pages, in order; empty for a change of the form.
    public let pages: [Page]
    /// The change of the form; nil if there is none. Edits of the form are undone separately from those of pages, unless
    /// the group ``isWhole``.
    public let form: Form?
    /// The change of the template; nil if there is none. Such a group is undone as a whole.
    public let edition: EditionChange?
    /// The change of the list of pages; nil if there is none. Such a group is undone as a whole.
    public let pageList: PageListEdit?

    /// Whether the edits of ink and form are undone as a whole.
    public var isWhole: Bool { edition != nil || pageList != nil }

    init(
        version: Int, made: Date?, pages: [Page] = [], form: Form? = nil, edition: EditionChange? = nil,
        pageList: PageListEdit? = nil
    ) {
        (self.version, self.made, self.pages, self.form) = (version, made, pages, form)
        (self.edition, self.pageList) = (edition, pageList)
    }

    /// Returns groups of ink and of forms, by version. A move to another template, and a change of pages, have both
    /// parts.
    static func merged(_ ink: [EditGroup], with forms: [EditGroup]) -> [EditGroup] {
        let moves = Dictionary(forms.filter(\.isWhole).map { ($0.version, $0) }) { first, _ in first }
        let whole = ink.map { group in
            let move = moves[group.version]
            return EditGroup(
                version: group.version, made: group.made, pages: group.pages, form: move?.form, edition: move?.edition,
                pageList: move?.pageList)
        }
        let versions = Set(ink.map(\.version))
        let rest = forms.filter { !$0.isWhole || !versions.contains($0.version) }
        return (whole + rest).sorted { $0.version < $1.version }
    }

    /// Whether the whole group has been undone. It is false for a group that was undone only on some of its pages.
    public var isUndone: Bool { pages.allSatisfy(\.isUndone) && form?.isUndone ?? true }
}

/// A consistent snapshot of a character with all its ink and form values.
///
/// ``LibraryStore/snapshot(of:)`` reads it in one transaction, so that no change of another program falls in between.
public struct CharacterSnapshot: Sendable {
    /// The character.
    public let character: CharacterRecord
    /// The template; nil for an orphan.
    public let template: TemplateRecord?
    /// The ink of the pages that were ever drawn on, by page number from 1. A drawing is empty if its ink was undone or
    /// erased.
    public let drawings: [Int: Drawing]
    /// The errors of pages whose ink cannot be read, by page number. These pages are not in ``drawings``.
    public let damaged: [Int: LibraryError]
    /// The values of the form, with their pictures.
    public let form: FormSnapshot
}
