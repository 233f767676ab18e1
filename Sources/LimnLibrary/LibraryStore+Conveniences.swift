// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnInk

extension LibraryStore {
    /// All characters, by name.
    public func characters() throws(LibraryError) -> [CharacterRecord] { try characters(CharacterFilter()) }

    /// Imports a PDF; see ``importTemplates(_:)``.
    @discardableResult
    public func importTemplate(_ template: NewTemplate) throws(LibraryError) -> ImportedTemplate {
        try importTemplates([template])[0]
    }

    /// Adds tags to those of a character.
    @discardableResult
    public func addTags(_ tags: [String], to id: CharacterID) throws(LibraryError) -> CharacterRecord {
        try changeTags(of: id, adding: tags, removing: [])
    }

    /// Puts strokes above all others, whatever the revision is.
    @discardableResult
    public func append(_ strokes: [Stroke], to page: CharacterPage) throws(LibraryError) -> InkChange {
        try append(strokes, to: page, expecting: nil)
    }

    /// Takes back the last edit of a page, whatever the revision is.
    @discardableResult
    public func undo(_ page: CharacterPage) throws(LibraryError) -> InkChange? { try undo(page, expecting: nil) }

    /// Does again what was taken back last on a page, whatever the revision is.
    @discardableResult
    public func redo(_ page: CharacterPage) throws(LibraryError) -> InkChange? { try redo(page, expecting: nil) }
}
