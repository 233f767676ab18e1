// SPDX-License-Identifier: GPL-3.0-or-later

import LimnForms
import LimnInk
import LimnLibrary
import Testing
import TestSupport

/// Moves of a character to another edition of its template.
@Suite struct RebasingTests {
    private struct Case {
        let fixture: Fixture
        let id: CharacterID
        let old: TemplateRecord
        let new: TemplateRecord

        var store: any LibraryStore { fixture.store }

        init(_ kind: LibraryKind) throws {
            fixture = try Fixture(kind)
            let store = fixture.store
            old = try store.importTemplate(sheet("old", pages: 2)).template
            new = try store.importTemplate(sheet("new", pages: 3)).template
            id = try store.createCharacter(NewCharacter(name: "A", template: old.id)).id
            try store.append([stroke(1)], to: CharacterPage(id, page: 1))
            try store.append([stroke(2), stroke(3)], to: CharacterPage(id, page: 2))
            try store.setFormValues(
                ["name": .text("Maren"), "motto": .text("Onward")], removing: [], pictures: [], of: id, expecting: nil)
        }

        /// Moves page 2 to page 3, and renames a field.
        func move() throws -> CharacterRecord {
            let record = try store.character(id)
            return try store.rebase(
                id,
                CharacterRebase(
                    to: new.id, drawings: [1: drawing([stroke(1)]), 3: drawing([stroke(2), stroke(3)])],
                    entries: ["fullName": .text("Maren"), "motto": .text("Onward")], lastPage: 3,
                    expecting: record.inkVersion))
        }

        private func drawing(_ strokes: [Stroke]) -> Drawing { Drawing(strokes: strokes) }

        func expect(moved: Bool, in store: any LibraryStore) throws {
            let snapshot = try store.snapshot(of: id)
            #expect(snapshot.template?.id == (moved ? new.id : old.id))
            let counts = snapshot.drawings.mapValues(\.strokes.count).filter { $0.value > 0 }
            #expect(counts == (moved ? [1: 1, 3: 2] : [1: 1, 2: 2]))
            #expect(snapshot.form.values.entries[moved ? "fullName" : "name"] == .text("Maren"))
            #expect(snapshot.form.values.entries.count == 2)
            if let page = snapshot.character.lastPage { #expect(page <= (moved ? 3 : 2)) }
        }
    }

    @Test(arguments: LibraryKind.allCases)
    func `One undo brings ink, values and template back, and one redo moves them again`(kind: LibraryKind) throws {
        let test = try Case(kind)
        let before = try #require(try test.store.drawing(on: CharacterPage(test.id, page: 1)))
        let record = try test.move()
        #expect(record.template == test.new.id && record.lastPage == 3)
        for store in [test.store, try test.fixture.reopened()] {
            try test.expect(moved: true, in: store)
            // Page 1 did not change, so it has no new revision.
            #expect(try store.drawing(on: CharacterPage(test.id, page: 1))?.summary.revision == before.summary.revision)
            #expect(try store.formValues(of: test.id).canUndo == false)
            #expect(try store.undo(test.id).map(\.page) == [2, 3])
            try test.expect(moved: false, in: store)
            #expect(try store.formValues(of: test.id).canUndo)
            #expect(try store.redo(test.id).map(\.page) == [2, 3])
        }
        if let library = test.store as? Library { #expect(try library.check().isClean) }
    }

    @Test(arguments: LibraryKind.allCases) func `The list of changes shows a move as one change`(kind: LibraryKind)
        throws
    {
        let test = try Case(kind)
        _ = try test.move()
        let group = try #require(try test.store.changes(of: test.id).last)
        #expect(group.pages.map(\.page) == [2, 3] && group.form?.fields == ["fullName", "name"])
        #expect(group.edition?.before == test.old.contentHash && group.edition?.after == test.new.contentHash)
        #expect(!group.isUndone)
        _ = try test.store.undo(test.id)
        let undone = try #require(try test.store.changes(of: test.id).last)
        #expect(undone.isUndone && undone.edition != nil)
    }

    @Test(arguments: LibraryKind.allCases)
    func `A move is refused for a changed character, for the same template and without a template`(
        kind: LibraryKind
    ) throws {
        let test = try Case(kind)
        let version = try test.store.character(test.id).inkVersion
        func rebase(_ id: CharacterID, to template: TemplateID, _ expected: Int, page: Int = 1) -> LibraryError? {
            failure {
                try test.store.rebase(
                    id, CharacterRebase(to: template, drawings: [page: Drawing()], entries: [:], expecting: expected))
            }
        }
        #expect(rebase(test.id, to: test.new.id, version - 1)?.code == .stale)
        #expect(rebase(test.id, to: test.old.id, version)?.code == .refused)
        #expect(rebase(test.id, to: test.new.id, version, page: 4)?.code == .noSuchPage)
        let orphan = try test.store.createCharacter(NewCharacter(name: "B", template: nil))
        #expect(rebase(orphan.id, to: test.new.id, 0)?.code == .refused)
        try test.expect(moved: false, in: test.store)
    }

    @Test(arguments: LibraryKind.allCases)
    func `A move is undone only as a whole`(kind: LibraryKind) throws {
        let test = try Case(kind)
        _ = try test.move()
        #expect(failure { try test.store.undoForm(of: test.id, expecting: nil) }?.code == .refused)
        try test.store.setFormValues(["motto": .text("Back")], removing: [], pictures: [], of: test.id, expecting: nil)
        #expect(failure { try test.store.undo(test.id) }?.code == .refused)
        try test.store.undoForm(of: test.id, expecting: nil)
        #expect(try test.store.undo(test.id).count == 2)
        try test.expect(moved: false, in: test.store)
        // New ink takes the place of the ink that a redo would bring.
        try test.store.append([stroke(4)], to: CharacterPage(test.id, page: 2))
        #expect(failure { try test.store.redo(test.id) }?.code == .refused)
        #expect(try test.store.undo(test.id).map(\.page) == [2])
        try test.expect(moved: false, in: test.store)
    }

    @Test(arguments: LibraryKind.allCases)
    func `The undo of a move needs the old template`(kind: LibraryKind) throws {
        let test = try Case(kind)
        _ = try test.move()
        try test.store.removeTemplate(test.old.id, keepingCharacters: true)
        #expect(failure { try test.store.undo(test.id) }?.code == .refused)
        try test.expect(moved: true, in: test.store)
        try test.store.importTemplates([sheet("old", pages: 2)])
        _ = try test.store.undo(test.id)
        try test.expect(moved: false, in: test.store)
    }
}
