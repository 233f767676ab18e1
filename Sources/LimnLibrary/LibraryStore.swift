// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnFiles
public import LimnGeometry
public import LimnInk

/// A person's sheets: templates, characters and their ink.
///
/// Every call is one transaction: after a throw nothing has changed, and what a call returned from is kept. Calls may come from
/// any number of tasks; they wait for the disk. Where an id names nothing, ``LibraryError`` with `notFound` is thrown.
public protocol LibraryStore: Sendable {
    // MARK: Templates

    /// Imports PDFs, all or none. Of the same bytes there is one template; the name that it has stays.
    ///
    /// - Returns: what became of each, in the order given.
    /// - Throws: ``LibraryError`` with `invalidName`, `refused`, or what the disk says.
    func importTemplates(_ templates: [NewTemplate]) throws(LibraryError) -> [ImportedTemplate]
    /// All templates, by name.
    func templates() throws(LibraryError) -> [TemplateRecord]
    /// A template.
    func template(_ id: TemplateID) throws(LibraryError) -> TemplateRecord
    /// The template that was made of the same bytes, which a hash of LimnFiles stands for; nil where there is none.
    func template(withContentHash hash: String) throws(LibraryError) -> TemplateRecord?
    /// The templates whose name, case and diacritics aside, or whose id begins with a text that is not empty, by name.
    func templates(beginningWith text: String) throws(LibraryError) -> [TemplateRecord]
    /// The PDF of a template.
    func content(of id: TemplateID) throws(LibraryError) -> InputFile
    /// Where the pages of a template lie and how they are displayed.
    func pages(of id: TemplateID) throws(LibraryError) -> [PageGeometry]
    /// The small picture of a template.
    func thumbnail(of id: TemplateID) throws(LibraryError) -> [UInt8]?
    /// The outline of a template.
    func outline(of id: TemplateID) throws(LibraryError) -> [OutlineEntry]
    /// The text of a template as it is searched: without case and diacritics.
    func searchText(of id: TemplateID) throws(LibraryError) -> String
    /// Gives a template another name.
    @discardableResult func renameTemplate(_ id: TemplateID, to name: String) throws(LibraryError) -> TemplateRecord
    /// How many characters are written on a template.
    func characterCount(of id: TemplateID) throws(LibraryError) -> Int
    /// Removes a template and the characters that are written on it.
    ///
    /// - Parameter keepingCharacters: whether these stay, as orphans.
    /// - Returns: how many characters were removed or orphaned.
    @discardableResult func removeTemplate(_ id: TemplateID, keepingCharacters: Bool) throws(LibraryError) -> Int

    // MARK: Characters

    /// Makes a character.
    ///
    /// - Throws: ``LibraryError`` with `invalidName`, `notFound` for the template, `noSuchPage`, `invalidInk`.
    @discardableResult func createCharacter(_ character: NewCharacter) throws(LibraryError) -> CharacterRecord
    /// The characters that a filter lets through, by name.
    func characters(_ filter: CharacterFilter) throws(LibraryError) -> [CharacterRecord]
    /// The characters whose name, case and diacritics aside, or whose id begins with a text that is not empty, by name.
    func characters(beginningWith text: String) throws(LibraryError) -> [CharacterRecord]
    /// A character.
    func character(_ id: CharacterID) throws(LibraryError) -> CharacterRecord
    /// Gives a character another name.
    @discardableResult func renameCharacter(_ id: CharacterID, to name: String) throws(LibraryError) -> CharacterRecord
    /// Copies a character with all its ink and what can be undone of it.
    @discardableResult func duplicateCharacter(
        _ id: CharacterID, named name: String
    ) throws(LibraryError) -> CharacterRecord
    /// Makes a character a favourite, or no favourite any more.
    @discardableResult func setFavorite(
        _ isFavorite: Bool, of id: CharacterID
    ) throws(LibraryError) -> CharacterRecord
    /// Adds tags to those of a character and takes others away; case and diacritics are ignored in comparing.
    ///
    /// - Throws: ``LibraryError`` with `invalidName`.
    @discardableResult func changeTags(
        of id: CharacterID, adding added: [String], removing removed: [String]
    ) throws(LibraryError) -> CharacterRecord
    /// Puts a character on a template, an orphan or not.
    ///
    /// - Throws: ``LibraryError`` with `noSuchPage` where it has ink on pages that the template lacks.
    @discardableResult func attach(
        _ id: CharacterID, to template: TemplateID
    ) throws(LibraryError) -> CharacterRecord
    /// Removes a character and its ink.
    func removeCharacter(_ id: CharacterID) throws(LibraryError)

    // MARK: Ink

    /// The pages of a character that were ever drawn on, in order. Reads no ink.
    func drawnPages(of id: CharacterID) throws(LibraryError) -> [PageSummary]
    /// The ink of a page, and of no other; nil where it was never drawn on. Its revision is 0 then.
    func drawing(on page: CharacterPage) throws(LibraryError) -> PageDrawing?
    /// Applies an edit and remembers it for undo; what could be redone is forgotten.
    ///
    /// - Parameters:
    ///   - edit: an edit for the drawing of the revision that is expected.
    ///   - expected: the revision; 0 for a page that was never drawn on.
    /// - Returns: what was done; of an edit that changes nothing, the revision as it is.
    /// - Throws: ``LibraryError`` with `stale` when the ink has another revision now, `noSuchPage`, `invalidInk` when the
    ///   edit does not fit the drawing.
    @discardableResult func perform(
        _ edit: Edit, on page: CharacterPage, expecting expected: Int
    ) throws(LibraryError) -> InkChange
    /// Puts strokes above all others, at the cost of these alone.
    ///
    /// - Parameters:
    ///   - strokes: strokes in layers that the drawing has; a new one has one.
    ///   - expected: the revision; nil for any.
    /// - Throws: as ``perform(_:on:expecting:)``.
    @discardableResult func append(
        _ strokes: [Stroke], to page: CharacterPage, expecting expected: Int?
    ) throws(LibraryError) -> InkChange
    /// Takes back the last edit of a page.
    ///
    /// - Returns: what was done; nil when there was nothing to undo.
    /// - Throws: ``LibraryError`` with `stale`.
    @discardableResult func undo(
        _ page: CharacterPage, expecting expected: Int?
    ) throws(LibraryError) -> InkChange?
    /// Does again what was taken back last on a page.
    ///
    /// - Returns: what was done; nil when there was nothing to redo.
    /// - Throws: ``LibraryError`` with `stale`.
    @discardableResult func redo(
        _ page: CharacterPage, expecting expected: Int?
    ) throws(LibraryError) -> InkChange?
    /// The page whose edit is to be undone next where no page is named: that with the latest edit; nil for none.
    func pageToUndo(of id: CharacterID) throws(LibraryError) -> Int?
    /// The page whose edit is to be redone next where no page is named: that with the earliest edit taken back.
    func pageToRedo(of id: CharacterID) throws(LibraryError) -> Int?

    // MARK: Pictures and state

    /// The picture of a character with its ink, and the ``CharacterRecord/inkVersion`` it was made of; nil where there is none.
    func thumbnail(of id: CharacterID) throws(LibraryError) -> (picture: [UInt8], inkVersion: Int)?
    /// Keeps a picture of a character, unless there is one of newer ink.
    func setThumbnail(_ picture: [UInt8], of id: CharacterID, inkVersion: Int) throws(LibraryError)
    /// Remembers what is looked at.
    func setLastViewed(_ page: CharacterPage) throws(LibraryError)
    /// What was looked at last; nil where nothing was, or where that character was removed.
    func lastViewed() throws(LibraryError) -> CharacterPage?
}
