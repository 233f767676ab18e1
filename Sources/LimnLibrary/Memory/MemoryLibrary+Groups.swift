// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnInk

extension MemoryLibrary {
    /// See ``LibraryStore``.
    @discardableResult
    public func perform(_ edits: [PageEdit], on id: CharacterID) throws(LibraryError) -> [PageChange] {
        try writing { state throws(LibraryError) in
            let group = try Moment(state.character(id), sources)
            var changes: [PageChange] = []
            for edit in edits {
                let page = CharacterPage(id, page: edit.page)
                let change: InkChange?
                switch edit.change {
                case .append(let items): change = try self.change(page, nil, in: group, &state) { $0.adding(items) }
                case .edit(let edit, let expected):
                    change = try self.change(page, expected, in: group, &state) { _ in edit }
                }
                changes.append(PageChange(page: edit.page, change: change ?? InkChange(edit: Edit(), revision: 0)))
            }
            return changes
        }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func undo(_ id: CharacterID) throws(LibraryError) -> [PageChange] { try stepGroup(id, isUndo: true) }

    /// See ``LibraryStore``.
    @discardableResult
    public func redo(_ id: CharacterID) throws(LibraryError) -> [PageChange] { try stepGroup(id, isUndo: false) }

    /// See ``LibraryStore``.
    public func changes(of id: CharacterID) throws(LibraryError) -> [EditGroup] {
        try reading { state throws(LibraryError) in
            var groups: [Int: EditGroup] = [:]
            for (page, found) in try state.character(id).pages.sorted(by: { $0.key < $1.key }) {
                let steps = found.done.map { ($0, false) } + found.undone.reversed().map { ($0, true) }
                for (step, isUndone) in steps {
                    let part = EditGroup.Page(
                        page: page, added: step.edit.inserted.count, removed: step.edit.removed.count,
                        isUndone: isUndone)
                    groups[step.version] = EditGroup(
                        version: step.version, made: step.made, pages: (groups[step.version]?.pages ?? []) + [part])
                }
            }
            let form = try state.character(id).form
            let steps = form.done.map { ($0, false) } + form.undone.reversed().map { ($0, true) }
            let edits = steps.map { step, isUndone in
                EditGroup(
                    version: step.version, made: step.made,
                    form: EditGroup.Form(fields: step.edit.changes.keys.sorted(), isUndone: isUndone),
                    edition: step.edit.edition, pageList: step.edit.pages)
            }
            return EditGroup.merged(groups.values.sorted { $0.version < $1.version }, with: edits)
        }
    }

    /// See ``LibraryStore``.
    public func comparison(of page: CharacterPage, since version: Int) throws(LibraryError) -> PageComparison {
        try reading { state throws(LibraryError) in
            let character = try state.character(page.character)
            guard var found = character.pages[page.page] else {
                try state.check(page.page, of: character)
                return PageComparison(before: Drawing(), now: Drawing())
            }
            let now = found.drawing
            for step in found.done.reversed() where step.version >= version { try found.apply(step.edit.inverse) }
            return PageComparison(before: found.drawing, now: now)
        }
    }

    /// See ``LibraryStore``.
    public func snapshot(of id: CharacterID) throws(LibraryError) -> CharacterSnapshot {
        try reading { state throws(LibraryError) in
            let character = try state.character(id)
            return CharacterSnapshot(
                character: character.record,
                template: try character.record.template.map { id throws(LibraryError) in try state.template(id).record
                },
                drawings: character.pages.mapValues(\.drawing), damaged: [:],
                form: FormSnapshot(
                    values: character.form.values,
                    pictures: character.form.pictures.filter { character.form.entries.pictureHashes.contains($0.key) }))
        }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func createCharacter(
        _ character: NewCharacter, importing template: NewTemplate
    ) throws(LibraryError) -> (character: CharacterRecord, template: ImportedTemplate) {
        try writing { state throws(LibraryError) in
            let imported = try add(template, to: &state)
            var character = character
            character.template = imported.template.id
            return (try add(character, to: &state), imported)
        }
    }
}

extension MemoryLibrary {
    /// The ink version and the time of all edits in a group.
    struct Moment {
        let version: Int
        let time: Date

        init(_ character: MemoryState.Character, _ sources: LibrarySources) {
            version = character.record.inkVersion + 1
            time = Date(milliseconds: sources.milliseconds())
        }
    }
}
