// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms
public import LimnInk

extension LibraryStore {
    /// Returns all characters except those in the trash, sorted by name.
    public func characters() throws(LibraryError) -> [CharacterRecord] { try characters(CharacterFilter()) }

    /// Imports a PDF; see ``importTemplates(_:)``.
    ///
    /// Several PDFs are better imported by one call of ``importTemplates(_:)``, which waits for the disk less often.
    ///
    /// - Returns: the template; ``ImportedTemplate/alreadyExisted`` tells whether it is new.
    /// - Throws: as ``importTemplates(_:)``.
    @discardableResult
    public func importTemplate(_ template: NewTemplate) throws(LibraryError) -> ImportedTemplate {
        try importTemplates([template])[0]
    }

    /// Adds tags to a character, after those that it has.
    ///
    /// A tag that the character already has is ignored, even in another case or with other diacritics.
    ///
    /// - Returns: the changed record.
    /// - Throws: as ``changeTags(of:adding:removing:)``.
    @discardableResult
    public func addTags(_ tags: [String], to id: CharacterID) throws(LibraryError) -> CharacterRecord {
        try changeTags(of: id, adding: tags, removing: [])
    }

    /// Appends items above all others, at any revision.
    ///
    /// If another program has changed the page since it was read, the items are added to the changed ink.
    ///
    /// - Throws: as ``append(_:to:expecting:)``, but never `stale`.
    @discardableResult
    public func append(_ items: [Item], to page: CharacterPage) throws(LibraryError) -> InkChange {
        try append(items, to: page, expecting: nil)
    }

    /// Appends strokes above all other items; see ``append(_:to:expecting:)``.
    @discardableResult
    public func append(
        _ strokes: [Stroke], to page: CharacterPage, expecting expected: Int? = nil
    ) throws(LibraryError) -> InkChange {
        try append(strokes.map { .stroke($0) }, to: page, expecting: expected)
    }

    /// Sets the values of fields in nobody's name; see ``setFormValues(_:removing:pictures:of:expecting:by:)``.
    @discardableResult
    public func setFormValues(
        _ entries: [String: FieldEntry], removing names: Set<String>, pictures: [[UInt8]], of id: CharacterID,
        expecting expected: Int?
    ) throws(LibraryError) -> FormChange {
        try setFormValues(entries, removing: names, pictures: pictures, of: id, expecting: expected, by: nil)
    }

    /// Sets the values of fields; see ``setFormValues(_:removing:pictures:of:expecting:by:)``.
    ///
    /// No field gets the template's value back, and entries may refer only to pictures that the character already has.
    ///
    /// - Parameters:
    ///   - entries: values by the full names of fields; other fields keep their values.
    ///   - id: the character.
    ///   - expected: the expected revision; nil for any.
    /// - Returns: the change; a change without effect keeps the revision.
    @discardableResult
    public func setFormValues(
        _ entries: [String: FieldEntry], of id: CharacterID, expecting expected: Int? = nil
    ) throws(LibraryError) -> FormChange {
        try setFormValues(entries, removing: [], pictures: [], of: id, expecting: expected)
    }

    /// Changes the list of a character's pages in nobody's name; see ``changePages(_:of:by:)``.
    @discardableResult
    public func changePages(
        _ action: PageListAction, of id: CharacterID
    ) throws(LibraryError) -> PageListChange {
        try changePages(action, of: id, by: nil)
    }

    /// Undoes the last change of form values, at any revision.
    ///
    /// - Returns: the change; nil if there was nothing to undo.
    @discardableResult
    public func undoForm(of id: CharacterID) throws(LibraryError) -> FormChange? {
        try undoForm(of: id, expecting: nil)
    }

    /// Redoes the last undone change of form values, at any revision.
    ///
    /// - Returns: the change; nil if there was nothing to redo.
    @discardableResult
    public func redoForm(of id: CharacterID) throws(LibraryError) -> FormChange? {
        try redoForm(of: id, expecting: nil)
    }

    /// Undoes the last edit of a page, at any revision.
    ///
    /// - Returns: the change; nil if there was nothing to undo.
    /// - Throws: as ``undo(_:expecting:)``, but never `stale`.
    @discardableResult
    public func undo(_ page: CharacterPage) throws(LibraryError) -> InkChange? { try undo(page, expecting: nil) }

    /// Redoes the last undone edit of a page, at any revision.
    ///
    /// - Returns: the change; nil if there was nothing to redo.
    /// - Throws: as ``redo(_:expecting:)``, but never `stale`.
    @discardableResult
    public func redo(_ page: CharacterPage) throws(LibraryError) -> InkChange? { try redo(page, expecting: nil) }
}
