// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import LimnForms
import LimnInk
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

/// Edits of several pages that are made together.
@Suite struct GroupTests {
    private func character(_ kind: LibraryKind) throws -> (fixture: Fixture, id: CharacterID) {
        let fixture = try Fixture(kind)
        let template = try fixture.store.importTemplate(sheet(pages: 3)).template
        return (fixture, try fixture.store.createCharacter(NewCharacter(name: "A", template: template.id)).id)
    }

    private func counts(_ store: any LibraryStore, _ id: CharacterID) throws -> [Int: Int] {
        Dictionary(uniqueKeysWithValues: try store.drawnPages(of: id).map { ($0.page, $0.strokeCount) })
    }

    @Test(arguments: LibraryKind.allCases)
    func `What was drawn together on several pages is undone by one undo, and redone by one redo`(
        kind: LibraryKind
    ) throws {
        let (fixture, id) = try character(kind)
        let store = fixture.store
        try store.append([stroke(1)], to: CharacterPage(id, page: 2))
        let changes = try store.perform(
            [PageEdit(page: 1, .appending([stroke(2)])), PageEdit(page: 2, .appending([stroke(3), stroke(4)]))], on: id)
        #expect(changes.map(\.page) == [1, 2] && changes.map(\.change.revision) == [1, 2])
        #expect(try store.character(id).inkVersion == 2)
        try store.append([stroke(5)], to: CharacterPage(id, page: 3))
        for store in [store, try fixture.reopened()] {
            #expect(try store.undo(id).map(\.page) == [3])
            #expect(try store.undo(id).map(\.page) == [1, 2])
            #expect(try counts(store, id) == [1: 0, 2: 1, 3: 0])
            #expect(try store.undo(id).map(\.page) == [2])
            #expect(try store.undo(id) == [])
            #expect(try store.redo(id).map(\.page) == [2])
            #expect(try store.redo(id).map(\.page) == [1, 2])
            #expect(try store.redo(id).map(\.page) == [3])
            #expect(try store.redo(id) == [])
            #expect(try counts(store, id) == [1: 1, 2: 3, 3: 1])
        }
        if let library = store as? Library { #expect(try library.check().isClean) }
    }

    @Test(arguments: LibraryKind.allCases) func `A group is made on all its pages or on none`(kind: LibraryKind) throws
    {
        let (fixture, id) = try character(kind)
        let store = fixture.store
        try store.append([stroke(1)], to: CharacterPage(id, page: 2))
        let before = try store.character(id)
        let good = PageEdit(page: 1, .appending([stroke(2)]))
        let stale = PageEdit(page: 2, .edit(Drawing().adding([stroke(3)]), expecting: 0))
        #expect(failure { try store.perform([good, stale], on: id) }?.code == .stale)
        #expect(
            failure { try store.perform([good, PageEdit(page: 4, .appending([stroke(2)]))], on: id) }?.code
                == .noSuchPage)
        let misplaced = PageEdit(page: 3, .appending([stroke(2, layer: 1)]))
        #expect(failure { try store.perform([good, misplaced], on: id) }?.code == .invalidInk)
        #expect(try counts(store, id) == [2: 1])
        #expect(try store.character(id) == before)
        #expect(try store.perform([], on: id) == [])
        #expect(try store.perform([PageEdit(page: 1, .append([]))], on: id).map(\.change.revision) == [0])
        #expect(try store.character(id) == before)
    }

    @Test(arguments: LibraryKind.allCases)
    func `A redo after another edit never brings half of a group back`(kind: LibraryKind) throws {
        let (fixture, id) = try character(kind)
        let store = fixture.store
        let pages = (1...3).map { CharacterPage(id, page: $0) }
        try store.append([stroke(1)], to: pages[1], expecting: nil)
        try store.perform(
            [PageEdit(page: 1, .appending([stroke(2)])), PageEdit(page: 2, .appending([stroke(3)]))], on: id)
        try store.append([stroke(4)], to: pages[1], expecting: nil)
        try store.append([stroke(5)], to: pages[2], expecting: nil)
        for _ in 0..<3 { try store.undo(id) }
        #expect(try counts(store, id) == [1: 0, 2: 1, 3: 0])
        // The new stroke takes the place of the group on page 1.
        try store.append([stroke(6)], to: pages[0], expecting: nil)
        for store in [store, try fixture.reopened()] {
            #expect(try store.drawnPages(of: id).map(\.canRedo) == [false, false, true])
            #expect(try store.changes(of: id).map(\.isUndone) == [false, true, false])
        }
        #expect(try store.redo(id).map(\.page) == [3])
        #expect(try store.redo(id) == [])
        #expect(try counts(store, id) == [1: 1, 2: 1, 3: 1])
        if let library = store as? Library { #expect(try library.check().isClean) }
    }

    @Test(arguments: LibraryKind.allCases) func `The changes of a character are listed by group`(kind: LibraryKind)
        throws
    {
        let (fixture, id) = try character(kind)
        let store = fixture.store
        #expect(try store.changes(of: id) == [])
        try store.perform(
            [PageEdit(page: 1, .appending([stroke(1)])), PageEdit(page: 3, .appending([stroke(2)]))], on: id)
        let found = try #require(try store.drawing(on: CharacterPage(id, page: 1)))
        try store.perform(found.drawing.removing([0]), on: CharacterPage(id, page: 1), expecting: found.revision)
        try store.undo(CharacterPage(id, page: 1))
        for store in [store, try fixture.reopened()] {
            let groups = try store.changes(of: id)
            #expect(groups.map { $0.pages.map(\.page) } == [[1, 3], [1]])
            #expect(groups.map { $0.pages.map(\.added) } == [[1, 1], [0]])
            #expect(groups.map { $0.pages.map(\.removed) } == [[0, 0], [1]])
            #expect(groups.map(\.isUndone) == [false, true])
            #expect(groups.map(\.version) == [1, 2])
            let times = groups.compactMap(\.made)
            #expect(times.count == 2 && times[0] < times[1])
        }
        // A part of a group can be undone by itself.
        try store.undo(CharacterPage(id, page: 3))
        #expect(try store.changes(of: id)[0].pages.map(\.isUndone) == [false, true])
        #expect(try store.undo(id).map(\.page) == [1])
    }

    @Test(arguments: LibraryKind.allCases) func `Changes of form values stand among those of ink`(kind: LibraryKind)
        throws
    {
        let (fixture, id) = try character(kind)
        let store = fixture.store
        try store.setFormValues(["b": .text("1"), "a": .text("2")], removing: [], pictures: [], of: id, expecting: nil)
        try store.perform([PageEdit(page: 1, .appending([stroke(1)]))], on: id)
        try store.setFormValues(["b": .text("3")], removing: ["a"], pictures: [], of: id, expecting: nil)
        try store.undoForm(of: id, expecting: nil)
        for store in [store, try fixture.reopened()] {
            let groups = try store.changes(of: id)
            #expect(groups.map(\.version) == [1, 2, 3])
            #expect(groups.map { $0.form?.fields } == [["a", "b"], nil, ["a", "b"]])
            #expect(groups.map { $0.pages.count } == [0, 1, 0])
            #expect(groups.map(\.isUndone) == [false, false, true])
            #expect(groups.compactMap(\.made).count == 3)
        }
        // Undoing ink leaves them alone.
        #expect(try store.undo(id).map(\.page) == [1])
        #expect(try store.changes(of: id).map(\.isUndone) == [false, true, true])
    }

    @Test(arguments: LibraryKind.allCases)
    func `A page is compared with what it was before a change, without what was undone`(kind: LibraryKind) throws {
        let (fixture, id) = try character(kind)
        let page = CharacterPage(id, page: 1)
        let all = (1...4).map { stroke($0) }
        for index in 0..<2 { try fixture.store.append([all[index]], to: page) }
        let found = try #require(try fixture.store.drawing(on: page))
        try fixture.store.perform(found.drawing.removing([0]), on: page, expecting: found.revision)
        for index in 2..<4 { try fixture.store.append([all[index]], to: page) }
        try fixture.store.undo(page)
        for store in [fixture.store, try fixture.reopened()] {
            let last = try store.comparison(of: page, since: 4)
            #expect(last.kept == [all[1]] && last.added == [all[2]] && last.removed == [])
            let more = try store.comparison(of: page, since: 3)
            #expect(more.kept == [all[1]] && more.added == [all[2]] && more.removed == [all[0]])
            // The first stroke came and went.
            let whole = try store.comparison(of: page, since: 1)
            #expect(whole.kept == [] && whole.added == [all[1], all[2]] && whole.removed == [])
            #expect(try store.comparison(of: page, since: 5).isSame)
            #expect(try store.comparison(of: CharacterPage(id, page: 2), since: 1).isSame)
            #expect(failure { _ = try store.comparison(of: CharacterPage(id, page: 4), since: 1) }?.code == .noSuchPage)
        }
    }

    @Test(arguments: LibraryKind.allCases)
    func `A character and its template come together or not at all`(kind: LibraryKind) throws {
        let fixture = try Fixture(kind)
        let store = fixture.store
        let new = NewCharacter(name: "A", template: nil, drawings: [1: Drawing(strokes: [stroke(1)])])
        let made = try store.createCharacter(new, importing: sheet())
        #expect(made.character.template == made.template.template.id && !made.template.alreadyExisted)
        #expect(try store.createCharacter(new, importing: sheet()).template.alreadyExisted)
        let beyond = NewCharacter(name: "B", template: nil, drawings: [9: Drawing(strokes: [stroke(1)])])
        #expect(failure { try store.createCharacter(beyond, importing: sheet("Other")) }?.code == .noSuchPage)
        #expect(try store.templates().map(\.name) == ["Sheet"] && store.characters().count == 2)
    }

    @Test func `Edits of an old library are listed, each by itself, and undone as before`() throws {
        let old = try OldLibrary()
        let library = try Library(at: old.folder.library)
        let hero = try library.resolveCharacter("annchen")
        let groups = try library.changes(of: hero.id)
        #expect(groups.map { $0.pages.map(\.page) } == [[1], [1], [1], [1]])
        #expect(groups.map(\.isUndone) == [false, false, false, true] && groups.allSatisfy { $0.made == nil })
        #expect(try library.redo(hero.id).map(\.page) == [1])
        try library.append([stroke(7)], to: CharacterPage(hero.id, page: 2))
        #expect(try library.undo(hero.id).map(\.page) == [2])
        #expect(try library.undo(hero.id).map(\.page) == [1])
    }

    @Test func `A character is read at one moment while others draw on it`() async throws {
        let (fixture, id) = try character(.disk)
        let folder = fixture.folder.library
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let other = try Library(at: folder)
                for round in 0..<60 {
                    try other.perform((1...3).map { PageEdit(page: $0, .appending([stroke(round)])) }, on: id)
                    if round.isMultiple(of: 5) { try other.undo(id) }
                }
            }
            group.addTask {
                for _ in 0..<100 {
                    let drawings = try fixture.store.snapshot(of: id).drawings
                    let counts: [Int] = (1...3).map { drawings[$0]?.strokes.count ?? 0 }
                    #expect(Set(counts).count == 1)
                }
            }
            try await group.waitForAll()
        }
    }
}
