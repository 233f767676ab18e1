// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import LimnInk

extension MemoryLibrary {
    /// See ``LibraryStore``.
    public func drawnPages(of id: CharacterID) throws(LibraryError) -> [PageSummary] {
        try reading { state throws(LibraryError) in
            try state.character(id).pages.sorted { $0.key < $1.key }.map { $1.summary($0) }
        }
    }

    /// See ``LibraryStore``.
    public func drawing(on page: CharacterPage) throws(LibraryError) -> PageDrawing? {
        try reading { state throws(LibraryError) in
            let character = try state.character(page.character)
            guard let found = character.pages[page.page] else {
                try state.check(page.page, of: character)
                return nil
            }
            return PageDrawing(drawing: found.drawing, summary: found.summary(page.page))
        }
    }

    /// See ``LibraryStore``. Each change encodes the whole drawing to check it, so its cost grows with the drawing.
    @discardableResult
    public func perform(
        _ edit: Edit, on page: CharacterPage, expecting expected: Int
    ) throws(LibraryError) -> InkChange {
        try change(page, expected) { _ in edit }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func append(
        _ items: [Item], to page: CharacterPage, expecting expected: Int?
    ) throws(LibraryError) -> InkChange {
        try change(page, expected) { $0.adding(items) }
    }

    private func change(
        _ page: CharacterPage, _ expected: Int?, _ edit: (Drawing) -> Edit
    ) throws(LibraryError) -> InkChange {
        try writing { state throws(LibraryError) in
            let group = try Moment(state.character(page.character), sources)
            return try change(page, expected, in: group, &state, edit)
        } ?? InkChange(edit: Edit(), revision: 0)
    }

    /// Changes a page as a part of a group of edits.
    ///
    /// - Parameter evenRemoved: whether a page that the character does not have any more is changed, too.
    func change(
        _ page: CharacterPage, _ expected: Int?, in group: Moment, evenRemoved: Bool = false,
        _ state: inout MemoryState, _ edit: (Drawing) -> Edit
    ) throws(LibraryError) -> InkChange? {
        var lost: Set<Int> = []
        let change = try write(page, expected, in: group, evenRemoved: evenRemoved, &state) {
            found throws(LibraryError) in
            let edit = edit(found.drawing)
            guard !edit.isEmpty else { return edit }
            try found.apply(edit)
            _ = try found.drawing.checked()
            found.done.append(.init(edit: edit, version: group.version, made: group.time))
            lost = Set(found.undone.map(\.version))
            found.undone = []
            return edit
        }
        state.characters[page.character]?.forgetUndone(lost)
        return change
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func undo(_ page: CharacterPage, expecting expected: Int?) throws(LibraryError) -> InkChange? {
        try writing { state throws(LibraryError) in
            let group = try Moment(state.character(page.character), sources)
            return try step(page, expected, isUndo: true, in: group, &state)
        }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func redo(_ page: CharacterPage, expecting expected: Int?) throws(LibraryError) -> InkChange? {
        try writing { state throws(LibraryError) in
            let group = try Moment(state.character(page.character), sources)
            return try step(page, expected, isUndo: false, in: group, &state)
        }
    }

    /// Undoes the last edit of a page or redoes the next one.
    ///
    /// - Parameter isWhole: whether the other parts of the edit's group are undone or redone, too. Otherwise, the ink of a
    ///   change of the list of pages is refused.
    func step(
        _ page: CharacterPage, _ expected: Int?, isUndo: Bool, isWhole: Bool = false, in group: Moment,
        _ state: inout MemoryState
    ) throws(LibraryError) -> InkChange? {
        let form = try state.character(page.character).form
        let ofPages = Set((form.done + form.undone).filter { $0.edit.pages != nil }.map(\.version))
        return try write(page, expected, in: group, evenRemoved: isWhole, &state) { found throws(LibraryError) in
            guard let step = isUndo ? found.done.popLast() : found.undone.popLast() else { return nil }
            guard isWhole || !ofPages.contains(step.version) else { throw .pagesAreWhole }
            let edit = isUndo ? step.edit.inverse : step.edit
            try found.apply(edit)
            if isUndo { found.undone.append(step) } else { found.done.append(step) }
            return edit
        }
    }

    /// See ``LibraryStore``.
    public func pageToUndo(of id: CharacterID) throws(LibraryError) -> Int? {
        try reading { state throws(LibraryError) in
            try state.character(id).pages.filter { !$1.done.isEmpty }
                .max { ($0.value.done.last?.version ?? 0) < ($1.value.done.last?.version ?? 0) }?.key
        }
    }

    /// See ``LibraryStore``.
    public func pageToRedo(of id: CharacterID) throws(LibraryError) -> Int? {
        try reading { state throws(LibraryError) in
            try state.character(id).pages.filter { !$1.undone.isEmpty }
                .min { ($0.value.undone.last?.version ?? 0) < ($1.value.undone.last?.version ?? 0) }?.key
        }
    }

    /// Changes the ink of a page. Nothing changes if `body` returns nil or an empty edit.
    private func write(
        _ page: CharacterPage, _ expected: Int?, in group: Moment, evenRemoved: Bool, _ state: inout MemoryState,
        _ body: (inout MemoryPage) throws(LibraryError) -> Edit?
    ) throws(LibraryError) -> InkChange? {
        var character = try state.character(page.character)
        if character.pages[page.page] == nil || !evenRemoved { try state.check(page.page, of: character) }
        var found = character.pages[page.page] ?? MemoryPage()
        if let expected, expected != found.revision { throw .stale(page.page, current: found.revision) }
        guard let edit = try body(&found) else { return nil }
        guard !edit.isEmpty else { return InkChange(edit: edit, revision: found.revision) }
        found.revision += 1
        found.modified = group.time
        character.record.inkVersion = group.version
        character.record.modified = found.modified
        character.record.lastPage = page.page
        state.lastViewed = page
        character.pages[page.page] = found
        state.characters[page.character] = character
        return InkChange(edit: edit, revision: found.revision)
    }
}

extension MemoryState.Character {
    /// Deletes the undone edits of the form, and those of the groups that are undone as a whole.
    mutating func forgetUndoneWithForm() {
        forgetUndone(Set(form.undone.filter(\.edit.isWhole).map(\.version)))
        form.undone = []
    }

    /// Deletes the undone edits of a page.
    mutating func forgetUndone(on page: Int) { forgetUndone(Set(pages[page]?.undone.map(\.version) ?? [])) }

    /// Deletes the undone edits of groups that have lost an edit, with those that follow them on their pages, and so on.
    fileprivate mutating func forgetUndone(_ versions: Set<Int>) {
        var lost = versions
        while true {
            let cuts = pages.compactMapValues { page in page.undone.lastIndex { lost.contains($0.version) } }
            guard !cuts.isEmpty else { return }
            for (page, last) in cuts {
                lost.formUnion(pages[page]?.undone[...last].map(\.version) ?? [])
                pages[page]?.undone.removeSubrange(...last)
            }
        }
    }
}
