// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnInk

extension MemoryLibrary {
    /// See ``LibraryStore``.
    @discardableResult
    public func rebase(_ id: CharacterID, _ rebase: CharacterRebase) throws(LibraryError) -> CharacterRecord {
        try writing { state throws(LibraryError) in
            let old = try state.character(id)
            guard old.record.inkVersion == rebase.expected else { throw .characterChanged(old.record.inkVersion) }
            guard let before = old.record.template else { throw .noOldEdition }
            guard before != rebase.template else { throw .sameEdition }
            let (from, to) = (try state.template(before).record, try state.template(rebase.template).record)
            guard old.record.pageList?.isThat(ofTemplatePages: from.pageCount) ?? true else { throw .ownPagesStay }
            for page in [rebase.lastPage].compactMap({ $0 }) + rebase.drawings.keys.sorted() {
                try PageRule.check(page, of: to.pageCount)
            }
            let moment = Moment(old, sources)
            state.characters[id]?.record.template = to.id
            var pages = 0
            for number in Set(old.pages.keys).union(rebase.drawings.keys).sorted() {
                let target = rebase.drawings[number] ?? Drawing()
                let made = try change(CharacterPage(id, page: number), nil, in: moment, evenRemoved: true, &state) {
                    Edit(from: $0, to: target)
                }
                if let made, !made.edit.isEmpty { pages += 1 }
            }
            _ = try state.setPages(PageList(templatePages: to.pageCount), of: id)
            var character = try state.character(id)
            let names = Set(character.form.entries.keys).subtracting(rebase.entries.keys)
            let edition = EditionChange(before: from.contentHash, after: to.contentHash, pages: pages)
            let edit = FormEdit(of: character.form.entries, setting: rebase.entries, removing: names).moving(edition)
            character.form.entries = edit.applied(to: character.form.entries)
            try FormRule.check(character.form.entries, pictures: character.form.pictures.mapValues(\.count))
            character.forgetUndoneWithForm()
            character.form.done.append(.init(edit: edit, version: moment.version, made: moment.time))
            character.note(moment)
            character.record.lastPage = rebase.lastPage
            state.characters[id] = character
            return character.record
        }
    }

    /// Undoes or redoes the last group of edits, with the form, the template and the list of pages if they changed with
    /// it.
    func stepGroup(_ id: CharacterID, isUndo: Bool) throws(LibraryError) -> [PageChange] {
        try writing { state throws(LibraryError) in
            let character = try state.character(id)
            let group = Moment(character, sources)
            func next(_ page: MemoryPage) -> Int? { (isUndo ? page.done.last : page.undone.last)?.version }
            let step = isUndo ? character.form.done.last : character.form.undone.last
            let move = step?.edit.isWhole == true ? step : nil
            let versions = character.pages.values.compactMap(next) + [move?.version].compactMap { $0 }
            guard let version = isUndo ? versions.max() : versions.min() else { return [] }
            let pages = character.pages.filter { next($0.value) == version }.keys.sorted()
            let whole = move?.version == version ? move?.edit : nil
            if let whole {
                let isComplete = pages.count == whole.drawings
                if let list = whole.pages {
                    let turned = list.turns.keys.filter { !pages.contains($0) }
                    let isBlank = turned.allSatisfy { character.pages[$0]?.drawing.isEmpty ?? true }
                    guard isComplete && isBlank else { throw isUndo ? .pagesCannotBeUndone : .cannotRedo(whole) }
                } else {
                    guard isUndo || isComplete else { throw .cannotRedo(whole) }
                }
            } else if let other = (character.form.done + character.form.undone).first(where: {
                $0.version == version && $0.edit.isWhole
            }) {
                throw isUndo ? .hasChangedSince(other.edit) : .cannotRedo(other.edit)
            }
            var changes: [PageChange] = []
            for page in pages {
                let change = try self.step(
                    CharacterPage(id, page: page), nil, isUndo: isUndo, isWhole: true, in: group, &state)
                if let change { changes.append(PageChange(page: page, change: change)) }
            }
            if let whole { try self.step(whole, of: id, isUndo: isUndo, in: group, &state) }
            return changes
        }
    }

    private func step(
        _ done: FormEdit, of id: CharacterID, isUndo: Bool, in moment: Moment, _ state: inout MemoryState
    ) throws(LibraryError) {
        let edit = isUndo ? done.inverse : done
        var template: TemplateRecord?
        if let edition = edit.edition {
            template = state.listedTemplates.first { $0.record.contentHash == edition.after }?.record
            guard template != nil else { throw .editionGone }
        }
        var character = try state.character(id)
        character.form.entries = edit.applied(to: character.form.entries)
        if isUndo {
            character.form.undone += [character.form.done.removeLast()]
        } else {
            character.form.done += [character.form.undone.removeLast()]
        }
        character.note(moment)
        if let template { character.record.template = template.id }
        state.characters[id] = character
        if let template { _ = try state.setPages(PageList(templatePages: template.pageCount), of: id) }
        if let pages = edit.pages { _ = try state.setPages(pages.new, of: id) }
    }
}

extension MemoryState.Character {
    /// Counts a change of the form.
    mutating func note(_ moment: MemoryLibrary.Moment) {
        form.revision += 1
        form.modified = moment.time
        (record.inkVersion, record.modified) = (moment.version, moment.time)
    }
}
