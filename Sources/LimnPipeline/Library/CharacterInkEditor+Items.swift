// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
public import LimnJobs
public import LimnLibrary

/// Edits texts, pictures and notes on a character's pages: the work behind `limn character item`.
extension CharacterInkEditor {
    /// Adds an item above all other items of a page.
    ///
    /// - Parameters:
    ///   - new: the item. A link to a page names its position.
    ///   - page: the page of a character.
    /// - Returns: the page with its new revision.
    /// - Throws: ``LimnError``; `failed` if its layer does not exist, `noSuchPage` for a link to a position that is not
    ///   there.
    public func add(_ new: NewItem, to page: CharacterPage) throws(LimnError) -> CharacterInkResult {
        var object = try new.item()
        if case .link(var link) = object, case .page(let position) = link.target {
            // Ink names pages by their permanent numbers, with which links follow them.
            let pages: CharacterPages?
            do { pages = try library.pages(of: try library.character(page.character)) } catch {
                throw LimnError(error)
            }
            if let pages { link.target = .page(try pages.number(position)) }
            object = .link(link)
        }
        return try change(page) { drawing throws(LimnError) in
            var object = object
            object.layer = try drawing.layerIndex(new.layer)
            return drawing.adding([.object(object)])
        }
    }

    /// Removes items from a page by their numbers in ``items(on:)``, which start at 1.
    ///
    /// - Parameters:
    ///   - numbers: the numbers, each at most once.
    ///   - page: the page of a character.
    /// - Returns: the page with its new revision. One undo brings all of them back.
    /// - Throws: ``LimnError``; `failed` if there is no item with one of the numbers.
    public func removeItems(_ numbers: [Int], from page: CharacterPage) throws(LimnError) -> CharacterInkResult {
        try change(page) { drawing throws(LimnError) in drawing.removing(try drawing.itemIndices(numbered: numbers)) }
    }

    /// Returns the items of a page except strokes.
    ///
    /// - Parameter page: the page of a character.
    /// - Throws: ``LimnError``.
    public func items(on page: CharacterPage) throws(LimnError) -> [ItemSummary] {
        do {
            let place = try library.page(at: page.page, of: page.character)
            let positions = try library.character(page.character).pageList?.positions
            var drawing = try library.drawing(on: place)?.drawing ?? Drawing()
            // Links to removed pages keep the numbers of those.
            if let positions { drawing = drawing.linked { positions[$0] ?? $0 } }
            return ItemSummary.all(of: drawing, page: page.page)
        } catch { throw LimnError(error) }
    }

    func change(
        _ page: CharacterPage, _ make: (Drawing) throws(LimnError) -> Edit
    ) throws(LimnError) -> CharacterInkResult {
        do {
            let character = try library.character(page.character)
            var problem: LimnError?
            let change = try editing(page) { drawing in
                do throws(LimnError) { return try make(drawing) } catch {
                    problem = error
                    return Edit()
                }
            }
            if let problem { throw problem }
            return finish(change, character, page)
        } catch { throw LimnError(error) }
    }
}
