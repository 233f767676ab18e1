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
            for page in [rebase.lastPage].compactMap({ $0 }) + rebase.drawings.keys.sorted() {
                try PageRule.check(page, of: to.pageCount)
            }
            let moment = Moment(old, sources)
            state.characters[id]?.record.template = to.id
            var pages = 0
            for number in Set(old.pages.keys).union(rebase.drawings.keys).sorted() {
                let target = rebase.drawings[number] ?? Drawing()
                let made = try change(CharacterPage(id, page: number), nil, in: moment, &state) {
                    Edit(from: $0, to: target)
                }
                if let made, !made.edit.isEmpty { pages += 1 }
            }
            var character = try state.character(id)
            let names = Set(character.form.entries.keys).subtracting(rebase.entries.keys)
            let edition = EditionChange(before: from.contentHash, after: to.contentHash, pages: pages)
            let edit = FormEdit(of: character.form.entries, setting: rebase.entries, removing: names).moving(edition)
            character.form.entries = edit.applied(to: character.form.entries)
            try FormRule.check(character.form.entries, pictures: character.form.pictures.mapValues(\.count))
            character.form.done.append(.init(edit: edit, version: moment.version, made: moment.time))
            character.form.undone = []
            character.note(moment)
            character.record.lastPage = rebase.lastPage
            state.characters[id] = character
            return character.record
        }
    }

    /// Undoes or redoes the last group of edits, with the form and the template if it moved the character to another
    /// edition.
    func stepGroup(_ id: CharacterID, isUndo: Bool) throws(LibraryError) -> [PageChange] {
        try writing { state throws(LibraryError) in
            let character = try state.character(id)
            let group = Moment(character, sources)
            func next(_ page: MemoryPage) -> Int? { (isUndo ? page.done.last : page.undone.last)?.version }
            let step = isUndo ? character.form.done.last : character.form.undone.last
            let move = step?.edit.edition == nil ? nil : step
            let versions = character.pages.values.compactMap(next) + [move?.version].compactMap { $0 }
            guard let version = isUndo ? versions.max() : versions.min() else { return [] }
            let pages = character.pages.filter { next($0.value) == version }.keys.sorted()
            let edition = move?.version == version ? move?.edit.edition : nil
            if let edition {
                guard isUndo || pages.count == edition.pages else { throw .changedSince }
            } else if (character.form.done + character.form.undone).contains(where: {
                $0.version == version && $0.edit.edition != nil
            }) {
                throw isUndo ? .formChangedSince : .changedSince
            }
            var changes: [PageChange] = []
            for page in pages {
                let change = try self.step(CharacterPage(id, page: page), nil, isUndo: isUndo, in: group, &state)
                if let change { changes.append(PageChange(page: page, change: change)) }
            }
            if let move, let edition { try self.step(move.edit, edition, of: id, isUndo: isUndo, in: group, &state) }
            return changes
        }
    }

    private func step(
        _ edit: FormEdit, _ edition: EditionChange, of id: CharacterID, isUndo: Bool, in moment: Moment,
        _ state: inout MemoryState
    ) throws(LibraryError) {
        let hash = isUndo ? edition.before : edition.after
        guard let template = state.listedTemplates.first(where: { $0.record.contentHash == hash })?.record else {
            throw .editionGone
        }
        var character = try state.character(id)
        character.form.entries = (isUndo ? edit.inverse : edit).applied(to: character.form.entries)
        if isUndo {
            character.form.undone += [character.form.done.removeLast()]
        } else {
            character.form.done += [character.form.undone.removeLast()]
        }
        character.note(moment)
        character.record.template = template.id
        if let page = character.record.lastPage, page > template.pageCount { character.record.lastPage = nil }
        state.characters[id] = character
    }
}

extension MemoryState.Character {
    /// Counts a change of the form.
    fileprivate mutating func note(_ moment: MemoryLibrary.Moment) {
        form.revision += 1
        form.modified = moment.time
        (record.inkVersion, record.modified) = (moment.version, moment.time)
    }
}
