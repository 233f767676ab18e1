// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
public import LimnJobs
public import LimnLibrary

/// Lists and changes the layers of a character's pages: the work behind `limn character layer`.
extension CharacterInkEditor {
    /// Changes the layers of a page.
    ///
    /// - Parameters:
    ///   - edit: the change. Its page is not used.
    ///   - page: the page of a character.
    /// - Returns: the page with its new revision. One undo reverts the change.
    /// - Throws: ``LimnError``; `failed` if the layer does not exist.
    public func change(_ edit: LayerEdit, on page: CharacterPage) throws(LimnError) -> CharacterInkResult {
        try change(page) { drawing throws(LimnError) in try edit.edit(of: drawing) }
    }

    /// Returns the layers of a page.
    ///
    /// - Parameter page: the page of a character.
    /// - Throws: ``LimnError``.
    public func layers(on page: CharacterPage) throws(LimnError) -> [LayerSummary] {
        do {
            let place = try library.page(at: page.page, of: page.character)
            let drawing = try library.drawing(on: place)?.drawing ?? Drawing()
            return LayerSummary.all(of: drawing, page: page.page)
        } catch { throw LimnError(error) }
    }
}
