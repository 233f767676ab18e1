// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import LimnForms

/// The form values of a character in a ``MemoryLibrary``.
struct MemoryForm {
    /// An edit, the ink version after it, and its time.
    struct Step {
        var edit: FormEdit
        var version: Int
        var made: Date
    }

    var entries: [String: FieldEntry] = [:]
    var revision = 0
    var done: [Step] = []
    /// The undone edits; the last one is the next to redo.
    var undone: [Step] = []
    var modified: Date?
    var pictures: [String: [UInt8]] = [:]

    var values: FormValues {
        FormValues(
            entries: entries, revision: revision, canUndo: done.last.map { !$0.edit.isWhole } ?? false,
            canRedo: undone.last.map { !$0.edit.isWhole } ?? false, modified: modified)
    }
}

extension MemoryLibrary {
    /// See ``LibraryStore``.
    public func formValues(of id: CharacterID) throws(LibraryError) -> FormValues {
        try reading { state throws(LibraryError) in try state.character(id).form.values }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func setFormValues(
        _ entries: [String: FieldEntry], removing names: Set<String>, pictures: [[UInt8]], of id: CharacterID,
        expecting expected: Int?, by author: EditAuthor?
    ) throws(LibraryError) -> FormChange {
        let pictures = FormRule.hashed(pictures)
        let change = try write(id, expected, forgetsUndone: true) { form, moment throws(LibraryError) in
            let edit = FormEdit(of: form.entries, setting: entries, removing: names)
            guard !edit.isEmpty else { return edit }
            form.entries = edit.applied(to: form.entries)
            form.pictures.merge(pictures) { old, _ in old }
            try FormRule.check(form.entries, pictures: form.pictures.mapValues(\.count))
            form.done.append(.init(edit: edit, version: moment.version, made: moment.time))
            return edit
        }
        return change ?? FormChange(edit: FormEdit(changes: [:]), revision: 0)
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func undoForm(of id: CharacterID, expecting expected: Int?) throws(LibraryError) -> FormChange? {
        try write(id, expected) { form, _ throws(LibraryError) in
            guard let done = form.done.popLast() else { return nil }
            guard !done.edit.isWhole else { throw .isWhole(done.edit) }
            form.undone.append(done)
            form.entries = done.edit.inverse.applied(to: form.entries)
            return done.edit.inverse
        }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func redoForm(of id: CharacterID, expecting expected: Int?) throws(LibraryError) -> FormChange? {
        try write(id, expected) { form, _ throws(LibraryError) in
            guard let undone = form.undone.popLast() else { return nil }
            guard !undone.edit.isWhole else { throw .isWhole(undone.edit) }
            form.done.append(undone)
            form.entries = undone.edit.applied(to: form.entries)
            return undone.edit
        }
    }

    /// See ``LibraryStore``.
    public func formPicture(_ hash: String, of id: CharacterID) throws(LibraryError) -> [UInt8] {
        try reading { state throws(LibraryError) in
            guard let bytes = try state.character(id).form.pictures[hash] else { throw .noPicture(hash) }
            return bytes
        }
    }

    /// Changes the values of a character. Nothing changes if `body` returns nil or an empty edit.
    ///
    /// - Parameter forgetsUndone: whether edits that could be redone are deleted.
    private func write(
        _ id: CharacterID, _ expected: Int?, forgetsUndone: Bool = false,
        _ body: (inout MemoryForm, Moment) throws(LibraryError) -> FormEdit?
    ) throws(LibraryError) -> FormChange? {
        try writing { state throws(LibraryError) in
            var character = try state.character(id)
            let moment = Moment(character, sources)
            if let expected, expected != character.form.revision {
                throw .staleForm(current: character.form.revision)
            }
            guard let edit = try body(&character.form, moment) else { return nil }
            guard !edit.isEmpty else { return FormChange(edit: edit, revision: character.form.revision) }
            if forgetsUndone { character.forgetUndoneWithForm() }
            character.form.revision += 1
            character.form.modified = moment.time
            character.record.inkVersion = moment.version
            character.record.modified = moment.time
            state.characters[id] = character
            return FormChange(edit: edit, revision: character.form.revision)
        }
    }
}
