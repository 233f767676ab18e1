// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
public import LimnInk

/// A change of one page, made together with changes of other pages.
public struct PageEdit: Hashable, Sendable {
    /// The kind of change.
    public enum Change: Hashable, Sendable {
        /// Adds items above all others, at any revision.
        case append([Item])
        /// An edit of the drawing at an expected revision, which is 0 for a page that was never drawn on.
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

/// The change of one page by a group of edits.
public struct PageChange: Hashable, Sendable {
    /// The page, from 1.
    public let page: Int
    /// The change of its ink.
    public let change: InkChange
}

/// Edits of a character's ink or of its form values that were made together, and that one undo reverts.
public struct EditGroup: Hashable, Sendable {
    /// The part of a group on one page.
    public struct Page: Hashable, Sendable {
        /// The page, from 1.
        public let page: Int
        /// The number of items added; nil if the edit cannot be read.
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

    /// The ink version after the group. It numbers the groups of a character, with gaps.
    public let version: Int
    /// The time of the edits; nil for those made before libraries recorded it.
    public let made: Date?
    /// The pages, in order.
    public let pages: [Page]
    /// The change of the form; nil if there is none. Edits of the form are undone separately from those of pages.
    public let form: Form?

    init(version: Int, made: Date?, pages: [Page] = [], form: Form? = nil) {
        (self.version, self.made, self.pages, self.form) = (version, made, pages, form)
    }

    /// Whether the whole group has been undone.
    public var isUndone: Bool { pages.allSatisfy(\.isUndone) && form?.isUndone ?? true }
}

/// A consistent snapshot of a character with all its ink and form values.
public struct CharacterSnapshot: Sendable {
    /// The character.
    public let character: CharacterRecord
    /// The template; nil for an orphan.
    public let template: TemplateRecord?
    /// The ink of the pages that were ever drawn on.
    public let drawings: [Int: Drawing]
    /// The errors of pages whose ink cannot be read, by page number.
    public let damaged: [Int: LibraryError]
    /// The values of the form.
    public let form: FormSnapshot
}
