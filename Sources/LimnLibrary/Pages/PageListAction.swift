// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A change of the pages of a character. Pages are named by their permanent numbers; see ``PageList``.
public enum PageListAction: Hashable, Sendable {
    /// A place beside a page.
    public enum Place: Hashable, Sendable {
        /// Before the page with this number.
        case before(Int)
        /// After the page with this number.
        case after(Int)

        /// The number of the page.
        public var page: Int {
            switch self {
            case .before(let number), .after(let number): number
            }
        }
    }

    /// Inserts a sheet of paper. Without a size, in points, it gets that of the page beside which it is inserted.
    case insert(PageList.Paper, size: Size?, Place)
    /// Repeats a page after itself, with or without its ink.
    case duplicate(Int, withInk: Bool)
    /// Moves a page.
    case move(Int, Place)
    /// Turns a page clockwise, with its ink.
    case turn(Int, PageGeometry.Rotation)
    /// Removes a page. Its ink is kept for undo.
    case remove(Int)
}

/// What changed when ``LibraryStore/changePages(_:of:by:)`` returned.
public struct PageListChange: Hashable, Sendable {
    /// The character afterwards.
    public let character: CharacterRecord
    /// The number of the page that was made, moved or turned; for a removed page, that of the page in its place.
    public let page: Int
    /// The changes of ink.
    public let pages: [PageChange]
    /// The revision of the form, with which the list of pages shares its journal.
    public let formRevision: Int
}

extension PageList {
    /// Returns the list after an action.
    ///
    /// - Parameters:
    ///   - number: an unused number for a page that is made.
    ///   - template: the geometry of the template's pages.
    /// - Throws: ``LibraryError`` with `noSuchPage`, `refused` or `invalidValue`.
    func applying(
        _ action: PageListAction, newNumber number: Int, _ template: [PageGeometry]
    ) throws(LibraryError) -> PageList {
        var list = self
        switch action {
        case .insert(let paper, let size, let place):
            try checkRoom(for: number)
            let beside = try page(place.page)
            let size = size ?? beside.geometry(in: template)?.size ?? PageGeometry.defaultMediaBox.size
            guard Self.sides.contains(size.width), Self.sides.contains(size.height) else {
                throw LibraryError(.invalidValue, "The sides of a page are 1 to 14,400 points long.")
            }
            list.insert(Page(number: number, content: .paper(paper, size: size)), at: place)
        case .duplicate(let old, _):
            try checkRoom(for: number)
            let page = try page(old)
            list.insert(Page(number: number, content: page.content, turn: page.turn), at: .after(old))
        case .move(let old, let place):
            let page = try page(old)
            guard try self.page(place.page).number != old else { return self }
            list.pages.removeAll { $0.number == old }
            list.insert(page, at: place)
        case .turn(let old, let turn):
            _ = try page(old)
            for index in list.pages.indices where list.pages[index].number == old {
                list.pages[index].turn = list.pages[index].turn.adding(turn)
            }
        case .remove(let old):
            _ = try page(old)
            guard pages.count > 1 else {
                throw LibraryError(.refused, "This is the only page of the character, and it keeps at least one.")
            }
            list.pages.removeAll { $0.number == old }
        }
        return list
    }

    /// The page that an action concerns, after the action; see ``PageListChange/page``.
    func concerned(by action: PageListAction, newNumber number: Int, before: PageList) -> Int {
        switch action {
        case .insert, .duplicate: return number
        case .move(let page, _), .turn(let page, _): return page
        case .remove(let page):
            let place = before.pages.firstIndex { $0.number == page } ?? 0
            return pages[min(place, pages.count - 1)].number
        }
    }

    private func page(_ number: Int) throws(LibraryError) -> Page {
        guard let page = self[number: number] else {
            throw LibraryError(.noSuchPage, "The character has no page \(number).")
        }
        return page
    }

    private func checkRoom(for number: Int) throws(LibraryError) {
        guard pages.count < Self.maximumCount, number <= PageRule.highest else {
            throw LibraryError(.refused, "The character has too many pages.")
        }
    }

    /// Inserts a page beside one that exists; otherwise, at the start.
    mutating func insert(_ page: Page, at place: PageListAction.Place) {
        let index = pages.firstIndex { $0.number == place.page } ?? 0
        var isBehind = false
        if case .after = place { isBehind = !pages.isEmpty }
        pages.insert(page, at: isBehind ? index + 1 : index)
    }
}
