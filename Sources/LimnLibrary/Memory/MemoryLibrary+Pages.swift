// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

extension MemoryLibrary {
    /// See ``LibraryStore``.
    @discardableResult
    public func changePages(
        _ action: PageListAction, of id: CharacterID, by author: EditAuthor?
    ) throws(LibraryError) -> PageListChange {
        try writing { state throws(LibraryError) in
            let old = try state.character(id)
            guard let template = old.record.template else { throw .noPagesWithoutTemplate }
            let geometry = try state.template(template).facts.pages
            let before = old.record.pageList ?? PageList(templatePages: geometry.count)
            let known = (old.form.done + old.form.undone).compactMap { $0.edit.pages?.highestNumber }
            let number =
                max(geometry.count, old.pages.keys.max() ?? 0, before.highestNumber, known.max() ?? 0) + 1
            let after = try before.applying(action, newNumber: number, geometry)
            let page = after.concerned(by: action, newNumber: number, before: before)
            guard after != before else {
                return PageListChange(
                    character: old.record, page: page, pages: [], formRevision: old.form.revision)
            }
            let moment = Moment(old, sources)
            let new = try state.setPages(after, of: id)
            var pages: [PageChange] = []
            func edit(_ page: Int, _ make: (Drawing) -> Edit) throws(LibraryError) {
                let made = try change(CharacterPage(id, page: page), nil, in: moment, &state, make)
                if let made, !made.edit.isEmpty { pages.append(PageChange(page: page, change: made)) }
            }
            switch action {
            case .duplicate(let original, withInk: true):
                let ink = old.pages[original]?.drawing ?? Drawing()
                try edit(number) { Edit(from: $0, to: ink) }
            case .turn(let original, let turn):
                let size = before[number: original]?.geometry(in: geometry)?.size
                try edit(original) { ink in size.map { Edit(turning: ink, turn, $0) } ?? Edit() }
            case .insert, .duplicate, .move, .remove: break
            }
            let edit = FormEdit(
                changes: [:],
                pages: PageListEdit(
                    before: old.record.pageList, after: new, drawings: pages.count, templatePages: geometry.count,
                    highestNumber: max(number - 1, after.highestNumber)))
            state.characters[id]?.forgetUndoneWithForm()
            var character = try state.character(id)
            character.form.done.append(.init(edit: edit, version: moment.version, made: moment.time))
            character.note(moment)
            character.record.lastPage = page
            state.lastViewed = CharacterPage(id, page: page)
            state.characters[id] = character
            return PageListChange(
                character: character.record, page: page, pages: pages, formRevision: character.form.revision)
        }
    }
}

extension MemoryState {
    /// Replaces the list of a character's pages. The last page is forgotten if the list lacks it.
    ///
    /// - Returns: the list as it is stored; nil for the pages of the template.
    /// - Throws: ``LibraryError`` with `refused` if the template lacks a page of the list.
    mutating func setPages(_ list: PageList, of id: CharacterID) throws(LibraryError) -> PageList? {
        var character = try character(id)
        var stored: PageList? = list
        if let count = pageCount(of: character) {
            guard list.fits(templatePages: count) else { throw .pagesDoNotFit }
            let hasInk = character.pages.contains { $0 > count && !($1.done.isEmpty && $1.drawing.isEmpty) }
            if list.isThat(ofTemplatePages: count), !hasInk { stored = nil }
        }
        character.record.take(stored)
        if let page = character.record.lastPage, list.position(of: page) == nil { character.record.lastPage = nil }
        characters[id] = character
        return stored
    }
}
