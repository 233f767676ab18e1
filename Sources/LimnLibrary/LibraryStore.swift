// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
public import LimnFiles
public import LimnForms
public import LimnGeometry
public import LimnInk
public import SystemPackage

/// Stores templates, characters, their ink and the values of their forms.
///
/// Every call is one transaction: if it throws, nothing has changed; when it returns, its changes are durable. Calls
/// block the thread while they use the disk, and any thread may make them. Apart from the calls for the trash, every
/// call throws ``LibraryError`` with `notFound` for an unknown id and for one in the trash.
///
/// ``Library`` stores everything in a folder, ``MemoryLibrary`` in memory.
public protocol LibraryStore: Sendable {
    /// The folder that holds the library; nil for a library in memory.
    var storageFolder: FilePath? { get }

    // MARK: Templates

    /// Imports all PDFs or none. If a PDF was imported before, its template is returned unchanged. If that template is
    /// in the trash, it is restored without its characters.
    ///
    /// - Returns: the templates, in the order given.
    /// - Throws: ``LibraryError`` with `invalidName`, `refused` for a document without pages, or an error of reading or
    ///   writing.
    func importTemplates(_ templates: [NewTemplate]) throws(LibraryError) -> [ImportedTemplate]
    /// Returns all templates except those in the trash, sorted by name.
    func templates() throws(LibraryError) -> [TemplateRecord]
    /// Fetches a template.
    func template(_ id: TemplateID) throws(LibraryError) -> TemplateRecord
    /// Returns the template whose PDF has a `ContentHash` of LimnFiles; nil if there is none.
    ///
    /// - Parameter hash: the hash in lower case, as ``TemplateRecord/contentHash`` has it.
    func template(withContentHash hash: String) throws(LibraryError) -> TemplateRecord?
    /// Returns the templates whose name or id starts with a text, sorted by name. Case and diacritics are ignored.
    ///
    /// - Returns: the templates; none for an empty text.
    func templates(withPrefix text: String) throws(LibraryError) -> [TemplateRecord]
    /// Opens the PDF of a template. Its hash has been verified since the library was opened, so the first call may read
    /// the whole file.
    ///
    /// - Throws: ``LibraryError`` with `damaged` if it has changed or is missing.
    func content(of id: TemplateID) throws(LibraryError) -> InputFile
    /// Returns the geometry of each page of a template, in page order.
    ///
    /// - Throws: ``LibraryError`` with `damaged` if it cannot be read; importing the PDF again repairs it.
    func pages(of id: TemplateID) throws(LibraryError) -> [PageGeometry]
    /// Returns the encoded thumbnail of a template's first page; nil if it has none.
    func thumbnail(of id: TemplateID) throws(LibraryError) -> [UInt8]?
    /// Returns the outline of a template; empty if the document has none.
    func outline(of id: TemplateID) throws(LibraryError) -> [OutlineEntry]
    /// Returns the searchable text of a template, without case and diacritics; empty if it has none.
    func searchText(of id: TemplateID) throws(LibraryError) -> String
    /// Renames a template.
    ///
    /// - Returns: the changed record, whose name is normalized by ``NameRule/name``.
    /// - Throws: ``LibraryError`` with `invalidName`.
    @discardableResult func renameTemplate(_ id: TemplateID, to name: String) throws(LibraryError) -> TemplateRecord
    /// Returns the number of characters of a template, without those in the trash.
    func characterCount(of id: TemplateID) throws(LibraryError) -> Int
    /// Moves a template and its characters to the trash.
    ///
    /// - Parameter keepingCharacters: whether the characters stay in the library, as orphans. Restoring the template
    ///   does not attach them again.
    /// - Returns: the number of characters removed or orphaned.
    @discardableResult func removeTemplate(_ id: TemplateID, keepingCharacters: Bool) throws(LibraryError) -> Int

    // MARK: Characters

    /// Creates a character.
    ///
    /// - Returns: the new record, with its id.
    /// - Throws: ``LibraryError`` with `invalidName`, `invalidValue`, `notFound` for the template, `noSuchPage`,
    ///   `invalidInk`.
    @discardableResult func createCharacter(_ character: NewCharacter) throws(LibraryError) -> CharacterRecord
    /// Imports a PDF and creates a character with it, in one transaction.
    ///
    /// - Parameter character: the character; its property `template` is ignored.
    /// - Throws: as ``importTemplates(_:)`` and ``createCharacter(_:)``.
    @discardableResult func createCharacter(
        _ character: NewCharacter, importing template: NewTemplate
    ) throws(LibraryError) -> (character: CharacterRecord, template: ImportedTemplate)
    /// Returns the characters that match a filter, sorted by name. Those in the trash are not included.
    ///
    /// - Throws: ``LibraryError`` with `refused` for a search of more than 500 words and tags.
    func characters(_ filter: CharacterFilter) throws(LibraryError) -> [CharacterRecord]
    /// Returns the characters whose name or id starts with a text, sorted by name. Case and diacritics are ignored.
    ///
    /// - Returns: the characters; none for an empty text.
    func characters(withPrefix text: String) throws(LibraryError) -> [CharacterRecord]
    /// Fetches a character.
    func character(_ id: CharacterID) throws(LibraryError) -> CharacterRecord
    /// Renames a character.
    ///
    /// - Throws: ``LibraryError`` with `invalidName`.
    @discardableResult func renameCharacter(_ id: CharacterID, to name: String) throws(LibraryError) -> CharacterRecord
    /// Copies a character with its ink, its form values, its tags, its thumbnail and its undo history.
    ///
    /// - Returns: the copy, which has a new id and a new time of creation.
    /// - Throws: ``LibraryError`` with `invalidName`.
    @discardableResult func duplicateCharacter(
        _ id: CharacterID, named name: String
    ) throws(LibraryError) -> CharacterRecord
    /// Marks a character as a favorite, or removes the mark. ``CharacterRecord/modified`` stays the same.
    @discardableResult func setFavorite(
        _ isFavorite: Bool, of id: CharacterID
    ) throws(LibraryError) -> CharacterRecord
    /// Adds and removes tags of a character. Tags are compared without case and diacritics. Those to remove are removed
    /// first, and unknown ones are ignored.
    ///
    /// - Throws: ``LibraryError`` with `invalidName`, also for more than ``NameRule/maximumTagCount`` tags.
    @discardableResult func changeTags(
        of id: CharacterID, adding added: [String], removing removed: [String]
    ) throws(LibraryError) -> CharacterRecord
    /// Assigns a template to a character, whether it had one or not. The ink and the form values stay.
    ///
    /// - Throws: ``LibraryError`` with `noSuchPage` if the template lacks a page that was ever drawn on.
    @discardableResult func attach(
        _ id: CharacterID, to template: TemplateID
    ) throws(LibraryError) -> CharacterRecord
    /// Moves a character to another template with its ink and form values, as one group of edits. The undo and the redo
    /// of this group also change the template. Until then, the group's form values cannot be undone by themselves.
    ///
    /// - Returns: the record afterwards.
    /// - Throws: ``LibraryError`` with `stale` if the character has changed since ``CharacterRebase/expected``,
    ///   `refused` for an orphan and for the template that it has already, `noSuchPage`, `invalidInk` or `invalidValue`.
    @discardableResult func rebase(
        _ id: CharacterID, _ rebase: CharacterRebase
    ) throws(LibraryError) -> CharacterRecord
    /// Changes the list of a character's pages, as one group of edits. The template stays as it is. The undo and the redo
    /// of this group also take the ink that belongs to it; until then, neither part can be undone by itself. The ink of a
    /// removed page stays stored under its number.
    ///
    /// - Parameters:
    ///   - action: the change.
    ///   - author: the person whose history the change belongs to; nil if nobody is to be recorded. Only a ``Library``
    ///     records it. If its key names a change that the person has made before, nothing changes.
    /// - Returns: the change; an action that changes nothing keeps the ink version.
    /// - Throws: ``LibraryError`` with `noSuchPage`, `refused` for an orphan and for the only page, `invalidValue` for a
    ///   size.
    @discardableResult func changePages(
        _ action: PageListAction, of id: CharacterID, by author: EditAuthor?
    ) throws(LibraryError) -> PageListChange
    /// Moves a character, with its ink and its form values, to the trash.
    func removeCharacter(_ id: CharacterID) throws(LibraryError)

    // MARK: Trash

    //
    // Items in the trash are not listed, found or changed. Importing the PDF of a template in the trash restores the
    // template.

    /// Returns the items in the trash, the last removed first.
    func trash() throws(LibraryError) -> [TrashEntry]
    /// Restores an entry from the trash: a template with the characters that were removed with it, or a character with
    /// its template, if the template is in the trash, too.
    ///
    /// - Returns: all restored entries.
    /// - Throws: ``LibraryError`` with `notFound` if it is not in the trash.
    @discardableResult func restoreFromTrash(_ id: TrashEntry.ID) throws(LibraryError) -> [TrashEntry]
    /// Permanently deletes items in the trash. Entries must meet both conditions. If a template is deleted but not its
    /// characters, they become orphans.
    ///
    /// - Parameters:
    ///   - time: deletes only entries that were removed before this time; nil for all entries.
    ///   - ids: deletes only these entries; nil for all entries. Unknown ids are ignored.
    /// - Returns: the deleted entries.
    @discardableResult func deleteFromTrash(
        removedBefore time: Date?, only ids: Set<TrashEntry.ID>?
    ) throws(LibraryError) -> [TrashEntry]

    // MARK: Ink

    //
    // An edit that changes the ink also records its page as the last viewed one.

    /// Returns summaries of the pages that were ever drawn on, in page order. Reads no ink.
    func drawnPages(of id: CharacterID) throws(LibraryError) -> [PageSummary]
    /// Loads the ink of one page; nil if the page was never drawn on, which is revision 0.
    ///
    /// - Throws: ``LibraryError`` with `noSuchPage`, or `damaged` if the ink cannot be read.
    func drawing(on page: CharacterPage) throws(LibraryError) -> PageDrawing?
    /// Applies an edit and records it for undo. Edits that could be redone are deleted.
    ///
    /// - Parameters:
    ///   - edit: an edit of the drawing at the expected revision.
    ///   - expected: the expected revision; 0 for a page that was never drawn on.
    /// - Returns: the change; an edit that changes nothing keeps the revision.
    /// - Throws: ``LibraryError`` with `stale` if the ink does not have the expected revision, `noSuchPage`, or
    ///   `invalidInk` if the edit does not apply to the drawing.
    @discardableResult func perform(
        _ edit: Edit, on page: CharacterPage, expecting expected: Int
    ) throws(LibraryError) -> InkChange
    /// Appends items above all others. The cost depends only on the new items, except after undos.
    ///
    /// - Parameters:
    ///   - items: items in existing layers; a new drawing has one layer.
    ///   - expected: the expected revision; nil for any.
    /// - Throws: as ``perform(_:on:expecting:)``.
    @discardableResult func append(
        _ items: [Item], to page: CharacterPage, expecting expected: Int?
    ) throws(LibraryError) -> InkChange
    /// Undoes the last edit of a page.
    ///
    /// - Returns: the change; nil if there was nothing to undo.
    /// - Throws: ``LibraryError`` with `stale` or `noSuchPage`.
    @discardableResult func undo(
        _ page: CharacterPage, expecting expected: Int?
    ) throws(LibraryError) -> InkChange?
    /// Redoes the last undone edit of a page.
    ///
    /// - Returns: the change; nil if there was nothing to redo.
    /// - Throws: ``LibraryError`` with `stale` or `noSuchPage`.
    @discardableResult func redo(
        _ page: CharacterPage, expecting expected: Int?
    ) throws(LibraryError) -> InkChange?
    /// Applies edits of one or more pages as a group: either all of them or none. One undo reverts the whole group; of
    /// several edits of the same page, it reverts only the last.
    ///
    /// - Returns: the changes, in the order of the edits.
    /// - Throws: as ``perform(_:on:expecting:)``.
    @discardableResult func perform(_ edits: [PageEdit], on id: CharacterID) throws(LibraryError) -> [PageChange]
    /// Undoes the last group of edits of a character. Pages on which the group was already undone do not change.
    ///
    /// - Returns: the changes; none if there was nothing to undo.
    /// - Throws: ``LibraryError`` with `refused` if the group is a move to another template (``rebase(_:_:)``) and its
    ///   form values have changed since, or the old template is gone.
    @discardableResult func undo(_ id: CharacterID) throws(LibraryError) -> [PageChange]
    /// Redoes the group of edits of a character that was undone last.
    ///
    /// - Returns: the changes; none if there was nothing to redo.
    @discardableResult func redo(_ id: CharacterID) throws(LibraryError) -> [PageChange]
    /// Returns the groups of edits of a character's ink and form values that can be undone or redone, earliest first.
    func changes(of id: CharacterID) throws(LibraryError) -> [EditGroup]
    /// Compares the current ink of a page with its ink before a group of edits of the character. Undone edits are
    /// ignored.
    ///
    /// - Parameter version: the ``EditGroup/version`` of the group.
    /// - Throws: ``LibraryError`` with `noSuchPage`, or `damaged` if an edit cannot be read.
    func comparison(of page: CharacterPage, since version: Int) throws(LibraryError) -> PageComparison
    /// Reads a consistent snapshot of a character with all its ink and form values. Ink that is damaged does not make
    /// the call fail; see ``CharacterSnapshot/damaged``.
    func snapshot(of id: CharacterID) throws(LibraryError) -> CharacterSnapshot
    /// Returns the page of a character's most recent edit that can be undone; nil if there is none.
    func pageToUndo(of id: CharacterID) throws(LibraryError) -> Int?
    /// Returns the page of a character's earliest edit that can be redone; nil if there is none.
    func pageToRedo(of id: CharacterID) throws(LibraryError) -> Int?

    // MARK: Form values

    //
    // A character's values replace those of the template's form. The library does not check whether the form accepts a
    // value; the caller, who has the form, does.

    /// Returns the form values of a character, at revision 0 if none was ever set.
    ///
    /// - Throws: ``LibraryError`` with `damaged` if they cannot be read.
    func formValues(of id: CharacterID) throws(LibraryError) -> FormValues
    /// Sets the values of fields and records the change for undo. Changes that could be redone are deleted.
    ///
    /// - Parameters:
    ///   - entries: values by the full names of fields; other fields keep their values. A picture is identified by its
    ///     `ContentHash`.
    ///   - names: fields that get the template's value back. A field that also has an entry gets the entry.
    ///   - pictures: the bytes of pictures to which entries refer and that the character does not have yet.
    ///   - expected: the expected revision; nil for any.
    ///   - author: the person whose history the change belongs to; nil if nobody is to be recorded. Only a ``Library``
    ///     records it.
    /// - Returns: the change; a change without effect keeps the revision.
    /// - Throws: ``LibraryError`` with `stale`, or `invalidValue` if a picture is missing or a limit of ``FormRule`` is
    ///   exceeded.
    @discardableResult func setFormValues(
        _ entries: [String: FieldEntry], removing names: Set<String>, pictures: [[UInt8]], of id: CharacterID,
        expecting expected: Int?, by author: EditAuthor?
    ) throws(LibraryError) -> FormChange
    /// Undoes the last change of form values. Ink is not affected.
    ///
    /// - Returns: the change; nil if there was nothing to undo.
    /// - Throws: ``LibraryError`` with `stale`.
    @discardableResult func undoForm(of id: CharacterID, expecting expected: Int?) throws(LibraryError) -> FormChange?
    /// Redoes the last undone change of form values.
    ///
    /// - Returns: the change; nil if there was nothing to redo.
    /// - Throws: ``LibraryError`` with `stale`.
    @discardableResult func redoForm(of id: CharacterID, expecting expected: Int?) throws(LibraryError) -> FormChange?
    /// Returns the bytes of a picture to which a value of the character, or its undo history, refers.
    ///
    /// - Parameter hash: the `ContentHash` of the picture, as the path of a `FieldEntry.picture` has it.
    /// - Throws: ``LibraryError`` with `notFound`, or `damaged` if its bytes have changed.
    func formPicture(_ hash: String, of id: CharacterID) throws(LibraryError) -> [UInt8]

    // MARK: Pictures and state

    /// Returns the thumbnail of a character, and the ``CharacterRecord/inkVersion`` that it shows; nil if there is
    /// none.
    func thumbnail(of id: CharacterID) throws(LibraryError) -> (picture: [UInt8], inkVersion: Int)?
    /// Stores a thumbnail of a character, unless there is one of a higher ink version. The library does not decode it.
    ///
    /// - Parameter inkVersion: the ``CharacterRecord/inkVersion`` that was read before the ink that the thumbnail
    ///   shows.
    func setThumbnail(_ picture: [UInt8], of id: CharacterID, inkVersion: Int) throws(LibraryError)
    /// Records which page is being viewed, also as ``CharacterRecord/lastPage``.
    ///
    /// - Throws: ``LibraryError`` with `noSuchPage`.
    func setLastViewed(_ page: CharacterPage) throws(LibraryError)
    /// Returns the page that was last viewed or edited; nil if there is none or its character was removed.
    func lastViewed() throws(LibraryError) -> CharacterPage?
}
