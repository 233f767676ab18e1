// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnJobs
public import LimnLibrary

/// Changes the pages of characters: the work behind `limn character page`.
///
/// Pages are named by their positions in the character, from 1. When a call returns, its change is on the disk.
public struct CharacterPageEditor {
    /// A place beside a page.
    public enum Place: Hashable, Sendable {
        /// Before the page at this position.
        case before(Int)
        /// After the page at this position.
        case after(Int)
        /// After the last page.
        case end
    }

    private let library: any LibraryStore

    /// Makes an editor for a library.
    public init(_ library: any LibraryStore) { self.library = library }

    /// Inserts a sheet of paper.
    ///
    /// - Parameter size: the size in points; nil for that of the page beside it.
    /// - Throws: ``LimnError``.
    public func insert(
        _ paper: PageList.Paper, size: Size?, _ place: Place, of id: CharacterID
    ) throws(LimnError) -> CharacterPagesResult {
        try change(id) { pages throws(LimnError) in .insert(paper, size: size, try pages.place(place)) }
    }

    /// Repeats a page after itself.
    ///
    /// - Parameter withInk: whether the new page gets the ink, too.
    /// - Throws: ``LimnError``.
    public func duplicate(
        _ page: Int, withInk: Bool, of id: CharacterID
    ) throws(LimnError) -> CharacterPagesResult {
        try change(id) { pages throws(LimnError) in .duplicate(try pages.number(page), withInk: withInk) }
    }

    /// Moves a page.
    ///
    /// - Throws: ``LimnError``.
    public func move(_ page: Int, _ place: Place, of id: CharacterID) throws(LimnError) -> CharacterPagesResult {
        try change(id) { pages throws(LimnError) in .move(try pages.number(page), try pages.place(place)) }
    }

    /// Turns a page clockwise, with its ink.
    ///
    /// - Throws: ``LimnError``.
    public func turn(
        _ page: Int, by turn: PageGeometry.Rotation, of id: CharacterID
    ) throws(LimnError) -> CharacterPagesResult {
        try change(id) { pages throws(LimnError) in .turn(try pages.number(page), turn) }
    }

    /// Removes a page. Its ink comes back with undo.
    ///
    /// - Throws: ``LimnError``; `refused` for the only page.
    public func remove(_ page: Int, of id: CharacterID) throws(LimnError) -> CharacterPagesResult {
        try change(id) { pages throws(LimnError) in .remove(try pages.number(page)) }
    }

    /// Returns the pages of a character.
    ///
    /// - Throws: ``LimnError``; `noTemplate` for an orphan.
    public func pages(of id: CharacterID) throws(LimnError) -> CharacterPagesResult {
        let (character, pages) = try known(id)
        return CharacterPagesResult(character: character, page: nil, pages: pages)
    }

    private func known(_ id: CharacterID) throws(LimnError) -> (CharacterRecord, CharacterPages) {
        do {
            let character = try library.character(id)
            guard let pages = try library.pages(of: character) else { throw LimnError.noTemplate }
            return (character, pages)
        } catch { throw LimnError(error) }
    }

    private func change(
        _ id: CharacterID, _ action: (CharacterPages) throws(LimnError) -> PageListAction
    ) throws(LimnError) -> CharacterPagesResult {
        let action = try action(try known(id).1)
        do {
            let change = try library.changePages(action, of: id)
            let (character, pages) = try known(id)
            return CharacterPagesResult(
                character: character, page: pages.list.position(of: change.page), pages: pages)
        } catch { throw LimnError(error) }
    }
}

extension CharacterPages {
    /// Returns the permanent number of the page at a position, from 1.
    ///
    /// - Throws: ``LimnError`` with `noSuchPage`.
    func number(_ position: Int) throws(LimnError) -> Int {
        guard numbers.indices.contains(position - 1) else {
            throw LimnError(
                .noSuchPage,
                "There is no page \(position): the character has \(count == 1 ? "one page" : "\(count) pages").")
        }
        return numbers[position - 1]
    }

    fileprivate func place(_ place: CharacterPageEditor.Place) throws(LimnError) -> PageListAction.Place {
        switch place {
        case .before(let position): .before(try number(position))
        case .after(let position): .after(try number(position))
        case .end: .after(try number(count))
        }
    }
}

/// The pages of a character, after a change of them.
public struct CharacterPagesResult: Sendable, Encodable {
    /// The character.
    public let character: CharacterRecord
    /// The position of the page that was made, moved or turned, or that took the place of a removed one; nil if nothing
    /// was changed.
    public let page: Int?
    /// The pages.
    public let pages: CharacterPages

    /// Encodes all keys. `id` and `name` are those of the character; `pages` is an array of `{"page", "template", "paper",
    /// "width", "height", "rotation"}`, in which `template` is the page of the template, or null for paper.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "id": "\(character.id)", "name": character.name, "page": page,
            "pages": zip(pages.list.pages, pages.geometry).enumerated().map { index, page in
                Page(position: index + 1, page: page.0, size: page.1.size)
            },
        ])
    }

    private struct Page: Encodable {
        let position: Int
        let page: PageList.Page
        let size: Size

        func encode(to encoder: any Encoder) throws {
            var (template, paper): (Int?, String?) = (nil, nil)
            switch page.content {
            case .template(let number): template = number
            case .paper(let kind, _): paper = kind.rawValue
            }
            try encoder.encodeMembers([
                "page": position, "template": template, "paper": paper, "width": size.width, "height": size.height,
                "rotation": page.turn.rawValue,
            ])
        }
    }
}
