// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms
public import LimnInk

/// The move of a character to another template, usually a new edition of its own, with its ink and its form values.
///
/// ``LibraryStore/rebase(_:_:)`` makes the move as one group of edits, which ``LibraryStore/undo(_:)-(CharacterID)``
/// reverts as a whole.
public struct CharacterRebase: Sendable {
    /// The new template.
    public var template: TemplateID
    /// The ink afterwards, by page number from 1. Pages that are not listed become empty.
    public var drawings: [Int: Drawing]
    /// All form values afterwards, by the full names of fields. Pictures must belong to the character already.
    public var entries: [String: FieldEntry]
    /// The page to view afterwards, from 1; nil for none.
    public var lastPage: Int?
    /// The ``CharacterRecord/inkVersion`` for which the move was made.
    public var expected: Int

    /// Describes a move.
    ///
    /// - Parameters:
    ///   - template: the new template.
    ///   - drawings: the ink afterwards, by page number from 1.
    ///   - entries: all form values afterwards.
    ///   - lastPage: the page to view afterwards, from 1.
    ///   - expected: the ink version of the character that the move starts from.
    public init(
        to template: TemplateID, drawings: [Int: Drawing], entries: [String: FieldEntry], lastPage: Int? = nil,
        expecting expected: Int
    ) {
        (self.template, self.drawings, self.entries) = (template, drawings, entries)
        (self.lastPage, self.expected) = (lastPage, expected)
    }
}

/// A change of a character's template within a group of edits. Templates are named by the hashes of their PDFs, which
/// stay the same if a library is merged with another one or rescued.
public struct EditionChange: Hashable, Sendable, Codable {
    /// The ``TemplateRecord/contentHash`` before.
    public let before: String
    /// The ``TemplateRecord/contentHash`` afterwards.
    public let after: String
    /// The number of pages whose ink changed in the same group.
    let pages: Int

    var inverse: EditionChange { EditionChange(before: after, after: before, pages: pages) }
}

extension Edit {
    /// Makes the edit that replaces a drawing with another one. Equal items at the beginning and at the end stay.
    init(from old: Drawing, to new: Drawing) {
        let (before, after) = (old.items, new.items)
        let most = min(before.count, after.count)
        let start = (0..<most).first { before[$0] != after[$0] } ?? most
        let end =
            (0..<most - start).first { before[before.count - 1 - $0] != after[after.count - 1 - $0] } ?? most - start
        self.init(
            removed: (start..<before.count - end).map { .init(index: $0, item: before[$0]) },
            inserted: (start..<after.count - end).map { .init(index: $0, item: after[$0]) },
            layers: old.layers == new.layers ? nil : .init(before: old.layers, after: new.layers))
    }
}

extension LibraryError {
    static func characterChanged(_ version: Int) -> LibraryError {
        LibraryError(.stale, "The character has changed in the meantime. Start again.", currentRevision: version)
    }

    static let noOldEdition = LibraryError(.refused, "A character without a template has no edition to move from.")
    static let sameEdition = LibraryError(.refused, "The character has this template already.")
    static let formChangedSince = LibraryError(
        .refused, "This change moved the character to another edition. Undo the later changes of its form first.")
    static let changedSince = LibraryError(
        .refused, "The move to another edition cannot be redone, because the ink or the form has changed since.")
    static let editionIsWhole = LibraryError(
        .refused, "This change moved the character to another edition with its ink. Undo or redo it as a whole.")
    /// Makes the error for undoing or redoing only the form's part of an edit.
    static func isWhole(_ edit: FormEdit) -> LibraryError { edit.pages == nil ? .editionIsWhole : .pagesAreWhole }
    static let editionGone = LibraryError(
        .refused, "The PDF of the other edition is not in the library. Import or restore it, then try again.")
}
