// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// The pages of a character in their order, with their geometry.
public struct CharacterPages: Hashable, Sendable {
    /// The pages.
    public let list: PageList
    /// The geometry of each page.
    public let geometry: [PageGeometry]
    /// Whether the pages are others than those of the template, or in another order.
    public let isOwn: Bool

    /// Makes the pages of a character.
    ///
    /// - Parameter template: the geometry of the template's pages.
    /// - Throws: ``LibraryError`` with `damaged` if the template lacks a page of the list.
    init(of character: CharacterRecord, in template: [PageGeometry]) throws(LibraryError) {
        guard let list = character.pageList else {
            self.init(list: PageList(templatePages: template.count), geometry: template, isOwn: false)
            return
        }
        var geometry: [PageGeometry] = []
        for page in list.pages {
            guard let one = page.geometry(in: template) else { throw .damagedPages(character.name) }
            geometry.append(one)
        }
        self.init(list: list, geometry: geometry, isOwn: !list.isThat(ofTemplatePages: template.count))
    }

    private init(list: PageList, geometry: [PageGeometry], isOwn: Bool) {
        (self.list, self.geometry, self.isOwn) = (list, geometry, isOwn)
    }

    /// The permanent numbers of the pages.
    public var numbers: [Int] { list.numbers }
    /// The number of pages.
    public var count: Int { list.pages.count }

    /// Returns an outline of the template whose entries lead to positions of these pages. Entries that lead to pages which
    /// are not there are left out.
    public func outline(_ outline: [OutlineEntry]) -> [OutlineEntry] {
        guard isOwn else { return outline }
        var positions: [Int: Int] = [:]
        for (index, page) in list.pages.enumerated() {
            if case .template(let number) = page.content, positions[number] == nil { positions[number] = index + 1 }
        }
        return outline.compactMap { entry in
            guard let page = entry.page else { return entry }
            return positions[page].map { OutlineEntry(level: entry.level, title: entry.title, page: $0) }
        }
    }
}

extension LibraryStore {
    /// Returns the pages of a character in their order; nil for an orphan without a template.
    ///
    /// - Throws: ``LibraryError`` with `notFound`, or `damaged` if the geometry of the template cannot be read.
    public func pages(of character: CharacterRecord) throws(LibraryError) -> CharacterPages? {
        guard let template = character.template else { return nil }
        return try CharacterPages(of: character, in: try pages(of: template))
    }
}

extension CharacterRecord {
    /// Returns the position of a page, from 1; nil if the character has no such page any more.
    ///
    /// - Parameter page: its permanent number.
    public func position(of page: Int) -> Int? { pageList.map { $0.position(of: page) } ?? page }
}

extension LibraryStore {
    /// Returns the page at a position of a character.
    ///
    /// - Parameter position: the position, from 1.
    /// - Throws: ``LibraryError`` with `noSuchPage` if a list of pages has no such position. The template's pages are
    ///   checked by the calls that take the page.
    public func page(at position: Int, of id: CharacterID) throws(LibraryError) -> CharacterPage {
        guard let list = try character(id).pageList else { return CharacterPage(id, page: position) }
        guard list.pages.indices.contains(position - 1) else {
            let count = list.pages.count
            throw LibraryError(
                .noSuchPage,
                "There is no page \(position): the character has \(count == 1 ? "one page" : "\(count) pages").")
        }
        return CharacterPage(id, page: list.pages[position - 1].number)
    }

    /// Returns the positions of the pages that were ever drawn on, in order. Removed pages have none.
    public func drawnPositions(of id: CharacterID) throws(LibraryError) -> [Int] {
        let positions = try character(id).pageList?.positions
        return try drawnPages(of: id).compactMap { page in positions.map { $0[page.page] } ?? page.page }.sorted()
    }
}

extension PageSummary {
    /// The same summary under another number.
    package func numbered(_ page: Int) -> PageSummary {
        PageSummary(
            page: page, revision: revision, strokeCount: strokeCount, pointCount: pointCount, canUndo: canUndo,
            canRedo: canRedo, modified: modified, objectCount: objectCount)
    }
}

extension LibraryError {
    static func damagedPages(_ name: String) -> LibraryError {
        LibraryError(.damaged, "The list of pages of “\(name)” names a page that its template does not have.")
    }
    static let noPagesWithoutTemplate = LibraryError(
        .refused, "A character without a template has no pages to change. Attach it to a template first.")
    static let pagesAreWhole = LibraryError(
        .refused, "This change is one of the character's pages. Undo or redo it as a whole.")
    static let pagesChangedSince = LibraryError(
        .refused, "This change is one of the character's pages. Undo the later changes of its form first.")
    static let pagesCannotBeRedone = LibraryError(
        .refused, "The change of the pages cannot be redone, because the ink or the form has changed since.")
    /// Makes the error for undoing a group whose form has changed since.
    static func hasChangedSince(_ edit: FormEdit) -> LibraryError {
        edit.pages == nil ? .formChangedSince : .pagesChangedSince
    }
    /// Makes the error for redoing a group of which a part is lost.
    static func cannotRedo(_ edit: FormEdit) -> LibraryError {
        edit.pages == nil ? .changedSince : .pagesCannotBeRedone
    }
    /// Makes the error for undoing a change of the pages of which a part is lost.
    static let pagesCannotBeUndone = LibraryError(
        .refused, "The change of the pages cannot be undone any more, because the history of its ink is incomplete.")
    /// Makes the error for a list that names pages which the template lacks.
    static let pagesDoNotFit = LibraryError(
        .refused, "This step brings back pages that the template does not have. Attach the earlier template first.")
    /// Makes the error for a page that a character's own list lacks.
    static func pageIsGone(_ page: Int) -> LibraryError {
        LibraryError(.noSuchPage, "The character has no page \(page) any more.")
    }
    /// Makes the error for an edit that was made for a page before it was turned.
    static func turnedSince(_ page: Int, current: Int) -> LibraryError {
        LibraryError(
            .stale, "The page \(page) has been turned. Load it again and repeat the change.", currentRevision: current)
    }
    static let ownPagesStay = LibraryError(
        .refused,
        "The character has pages of its own order. Undo the changes of its pages, then move it to another edition.")
}
