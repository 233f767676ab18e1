// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import LimnForms
import LimnGeometry
import LimnInk
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

/// Changes of the list of a character's pages.
@Suite struct PageListTests {
    private struct Case {
        let fixture: Fixture
        let id: CharacterID
        let template: TemplateRecord

        var store: any LibraryStore { fixture.store }

        /// A character with ink on each of three pages.
        init(_ kind: LibraryKind) throws {
            fixture = try Fixture(kind)
            let store = fixture.store
            template = try store.importTemplate(sheet("plain", pages: 3)).template
            id = try store.createCharacter(NewCharacter(name: "A", template: template.id)).id
            for page in 1...3 { try store.append([stroke(page)], to: CharacterPage(id, page: page)) }
        }

        var numbers: [Int] {
            get throws { try #require(try store.pages(of: try store.character(id))).numbers }
        }

        func strokes(_ page: Int) throws -> [Stroke] {
            try store.drawing(on: CharacterPage(id, page: page))?.drawing.strokes ?? []
        }

        func expectClean() throws {
            if let library = store as? Library { #expect(try library.check().problems == []) }
        }
    }

    @Test func `A list becomes a text and is read again, and no other text is a list`() throws {
        for text in [
            "1", "1-3", "3 1-2", "1 4=1 2-3", "1-2 5=2/90 3", "6=lined:595.28x841.89 1=1/180 2",
            "7=plain:1.0x14400.0/270",
        ] {
            #expect(PageList(coded: text)?.coded == text, "\(text)")
        }
        for text in [
            "", "0", "1 1", "2-1", "x", "1-", "-3", "1-2000000", "1-999999999999", "4=", "4=0", "4=1/45", "4=lined",
            "4=lined:0x5", "4=lined:5x99999", "4=lined:nanx5", "4=striped:5x5", "4=lined:5", "=1", "99999999=1",
        ] {
            #expect(PageList(coded: text) == nil, "\(text)")
        }
    }

    @Test(arguments: LibraryKind.allCases)
    func `Pages are inserted, duplicated, moved, turned and removed, and ink stays with its page`(kind: LibraryKind)
        throws
    {
        let test = try Case(kind)
        let (store, id) = (test.store, test.id)
        let revisions = try store.drawnPages(of: id)
        #expect(try store.changePages(.insert(.lined, size: nil, .after(1)), of: id).page == 4)
        #expect(try test.numbers == [1, 4, 2, 3])
        try store.append([stroke(9)], to: CharacterPage(id, page: 4))
        let copy = try store.changePages(.duplicate(2, withInk: true), of: id)
        #expect(copy.page == 5 && copy.pages.map(\.page) == [5])
        #expect(try test.strokes(5) == [stroke(2)])
        #expect(try store.changePages(.duplicate(2, withInk: false), of: id).page == 6)
        #expect(try test.numbers == [1, 4, 2, 6, 5, 3])
        try store.changePages(.move(3, .before(1)), of: id)
        try store.changePages(.move(4, .after(5)), of: id)
        #expect(try test.numbers == [3, 1, 2, 6, 5, 4])
        // A move writes no ink.
        #expect(try Array(store.drawnPages(of: id).prefix(3)) == revisions)
        let removed = try store.changePages(.remove(1), of: id)
        #expect(removed.page == 2 && removed.character.lastPage == 2)
        for store in [test.store, try test.fixture.reopened()] {
            let pages = try #require(try store.pages(of: try store.character(id)))
            #expect(pages.numbers == [3, 2, 6, 5, 4] && pages.isOwn)
            #expect(pages.geometry.last?.size == Size(width: 595, height: 842))
            #expect(pages.list.pages.map(\.content)[2] == .template(page: 2))
            #expect(try test.strokes(1) == [stroke(1)])
        }
        // Others keep the template's pages.
        let other = try store.createCharacter(NewCharacter(name: "B", template: test.template.id))
        #expect(try store.pages(of: other)?.numbers == [1, 2, 3] && store.pages(of: other)?.isOwn == false)
        try test.expectClean()
    }

    @Test(arguments: LibraryKind.allCases)
    func `Each change is undone as a whole, and done again`(kind: LibraryKind) throws {
        let test = try Case(kind)
        let (store, id) = (test.store, test.id)
        let before = try (1...3).map { try test.strokes($0) }
        try store.changePages(.insert(.dotted, size: Size(width: 300, height: 200), .before(1)), of: id)
        try store.changePages(.duplicate(3, withInk: true), of: id)
        try store.changePages(.turn(1, .clockwise90), of: id)
        try store.changePages(.move(3, .before(4)), of: id)
        try store.changePages(.remove(2), of: id)
        let after = try test.numbers
        #expect(after == [3, 4, 1, 5])
        let turned = try test.strokes(1)
        #expect(turned != before[0] && turned.count == 1)
        #expect(try store.changes(of: id).suffix(5).allSatisfy { $0.pageList != nil && !$0.isUndone })
        #expect(try store.formValues(of: id).canUndo == false)
        for store in [test.store, try test.fixture.reopened()] {
            for numbers in [[3, 4, 1, 2, 5], [4, 1, 2, 3, 5], [4, 1, 2, 3, 5], [4, 1, 2, 3], [1, 2, 3]] {
                _ = try store.undo(id)
                #expect(try store.pages(of: try store.character(id))?.numbers == numbers)
            }
            #expect(try store.character(id).pageList == nil)
            #expect(try (1...3).map { try test.strokes($0) } == before)
            for _ in 1...5 { _ = try store.redo(id) }
            #expect(try store.pages(of: try store.character(id))?.numbers == after)
            #expect(try test.strokes(1) == turned && test.strokes(5) == [stroke(3)])
        }
        try test.expectClean()
    }

    @Test(arguments: LibraryKind.allCases)
    func `Neither the ink of a change nor its list is undone by itself, and half of one never comes back`(
        kind: LibraryKind
    ) throws {
        let test = try Case(kind)
        let (store, id) = (test.store, test.id)
        try store.changePages(.turn(1, .half), of: id)
        #expect(failure { try store.undo(CharacterPage(id, page: 1)) }?.code == .refused)
        #expect(failure { try store.undoForm(of: id) }?.code == .refused)
        _ = try store.undo(id)
        #expect(failure { try store.redo(CharacterPage(id, page: 1)) }?.code == .refused)
        // A change of a value takes the place of what could be redone, the ink with it.
        try store.setFormValues(["a": .text("1")], of: id)
        #expect(try store.redo(id).isEmpty)
        #expect(try test.strokes(1) == [stroke(1)] && store.character(id).pageList == nil)
        try store.changePages(.duplicate(2, withInk: true), of: id)
        _ = try store.undo(id)
        try store.changePages(.insert(.plain, size: nil, .after(3)), of: id)
        #expect(try store.redo(id).isEmpty)
        #expect(try test.numbers.count == 4)
        try test.expectClean()
    }

    @Test(arguments: LibraryKind.allCases)
    func `A turn turns the page and its ink, four times to where it was`(kind: LibraryKind) throws {
        let test = try Case(kind)
        let (store, id) = (test.store, test.id)
        let box = try #require(try store.drawing(on: CharacterPage(id, page: 1))?.drawing.bounds)
        try store.changePages(.turn(1, .clockwise90), of: id)
        let pages = try #require(try store.pages(of: try store.character(id)))
        #expect(pages.geometry[0].size == Size(width: 842, height: 595))
        let turned = try #require(try store.drawing(on: CharacterPage(id, page: 1))?.drawing.bounds)
        #expect(abs(turned.minX - (842 - box.maxY)) < 0.01 && abs(turned.minY - box.minX) < 0.01)
        #expect(abs(turned.width - box.height) < 0.01 && abs(turned.height - box.width) < 0.01)
        for _ in 1...3 { try store.changePages(.turn(1, .clockwise90), of: id) }
        #expect(try store.character(id).pageList == nil)
        let last = try #require(try store.drawing(on: CharacterPage(id, page: 1))?.drawing.bounds)
        #expect(abs(last.minX - box.minX) < 0.01 && abs(last.minY - box.minY) < 0.01)
    }

    @Test(arguments: LibraryKind.allCases) func `What cannot be done is refused, and nothing changes`(kind: LibraryKind)
        throws
    {
        let test = try Case(kind)
        let (store, id) = (test.store, test.id)
        let version = try store.character(id).inkVersion
        func code(_ action: PageListAction) -> LibraryError.Code? {
            failure { try store.changePages(action, of: id) }?.code
        }
        #expect(code(.remove(4)) == .noSuchPage && code(.move(1, .after(9))) == .noSuchPage)
        #expect(code(.insert(.plain, size: nil, .before(0))) == .noSuchPage)
        #expect(code(.duplicate(-1, withInk: true)) == .noSuchPage && code(.turn(7, .half)) == .noSuchPage)
        #expect(code(.insert(.plain, size: Size(width: 0, height: 9), .after(1))) == .invalidValue)
        #expect(code(.insert(.plain, size: Size(width: .nan, height: 9), .after(1))) == .invalidValue)
        // A page that stays in its place is no change.
        try store.changePages(.move(2, .after(1)), of: id)
        try store.changePages(.move(2, .before(2)), of: id)
        #expect(try store.character(id).inkVersion == version)
        try store.changePages(.remove(1), of: id)
        try store.changePages(.remove(2), of: id)
        #expect(code(.remove(3)) == .refused)
        let orphan = try store.createCharacter(NewCharacter(name: "B", template: nil))
        #expect(failure { try store.changePages(.remove(1), of: orphan.id) }?.code == .refused)
        #expect(failure { try store.append([stroke(1)], to: CharacterPage(id, page: 9)) }?.code == .noSuchPage)
        let next = try store.importTemplate(sheet("next", pages: 3)).template
        let rebase = CharacterRebase(
            to: next.id, drawings: [:], entries: [:], expecting: try store.character(id).inkVersion)
        #expect(failure { try store.rebase(id, rebase) }?.code == .refused)
    }

    @Test(arguments: LibraryKind.allCases)
    func `A copy of a character has its pages, and so has one that is made with them`(kind: LibraryKind) throws {
        let test = try Case(kind)
        let (store, id) = (test.store, test.id)
        try store.changePages(.duplicate(1, withInk: true), of: id)
        let copy = try store.duplicateCharacter(id, named: "Copy")
        #expect(try store.pages(of: copy)?.numbers == [1, 4, 2, 3])
        _ = try store.undo(copy.id)
        #expect(try store.character(copy.id).pageList == nil && test.numbers == [1, 4, 2, 3])
        var new = NewCharacter(
            name: "C", template: test.template.id, lastPage: 7, drawings: [7: Drawing(strokes: [stroke(1)])])
        #expect(failure { try store.createCharacter(new) }?.code == .noSuchPage)
        new.pageList = PageList(coded: "2 7=1/90")
        let made = try store.createCharacter(new)
        #expect(try store.pages(of: made)?.numbers == [2, 7])
        new.pageList = PageList(coded: "7=5")
        #expect(failure { try store.createCharacter(new) }?.code == .damaged)
        // The trash and another template keep them.
        try store.removeCharacter(made.id)
        try store.restoreFromTrash(.character(made.id))
        let small = try store.importTemplate(sheet("small", pages: 1)).template
        #expect(failure { try store.attach(made.id, to: small.id) }?.code == .damaged)
        let large = try store.importTemplate(sheet("large", pages: 4)).template
        #expect(try store.attach(made.id, to: large.id).pageList == PageList(coded: "2 7=1/90"))
    }

    @Test func `People take back their own changes of pages, whatever others do meanwhile`() throws {
        let test = try Case(.disk)
        let library = try #require(test.store as? Library)
        func change(_ action: PageListAction, by author: String, key: String? = nil) throws {
            try library.changePages(action, of: test.id, by: EditAuthor(author, key: key))
        }
        func step(_ direction: OwnDirection, by author: String) throws -> OwnStep? {
            try library.takeBack(direction, of: test.id, by: author) { _, _ in }
        }
        let first = try test.strokes(1)
        try change(.turn(1, .clockwise90), by: "one", key: "k1")
        // The same request again changes nothing.
        try change(.turn(1, .clockwise90), by: "one", key: "k1")
        try change(.insert(.squared, size: nil, .after(3)), by: "other")
        try change(.remove(2), by: "one")
        try change(.move(3, .before(1)), by: "other")
        var request = EditRequest(.append([.stroke(stroke(7))]), of: CharacterPage(test.id, page: 1))
        request.author = EditAuthor("other")
        _ = try library.perform([request])[0].get()
        #expect(try test.numbers == [3, 1, 4])
        #expect(try step(.undo, by: "one")?.form?.edit.pages != nil)
        #expect(try test.numbers == [3, 1, 2, 4])
        #expect(try test.strokes(2) == [stroke(2)])
        let back = try #require(try step(.undo, by: "one"))
        #expect(back.pages.map(\.page) == [1])
        let geometry = try library.pages(of: try library.character(test.id))?.geometry
        #expect(geometry?[1].rotation == PageGeometry.Rotation.none)
        // The other's stroke was drawn on the turned page, and turns back with it.
        #expect(try test.strokes(1).count == 2)
        let places = try test.strokes(1)[0].points.positions
        for (new, old) in zip(places, first[0].points.positions) {
            #expect(abs(new.x - old.x) < 0.01 && abs(new.y - old.y) < 0.01)
        }
        #expect(try step(.undo, by: "one") == nil)
        #expect(try step(.redo, by: "one") != nil)
        #expect(try step(.redo, by: "one") != nil)
        #expect(try test.numbers == [3, 1, 4])
        #expect(try step(.undo, by: "other")?.pages.map(\.page) == [1])
        #expect(try step(.undo, by: "other") != nil)
        #expect(try test.numbers == [1, 3, 4])
        #expect(try step(.undo, by: "other") != nil)
        #expect(try test.numbers == [1, 3])
        #expect(try step(.undo, by: "other") == nil)
        #expect(try library.check().problems == [])
    }

    @Test func `A backup brings a character back with its pages`() throws {
        let test = try Case(.disk)
        let library = try #require(test.store as? Library)
        try library.changePages(.duplicate(3, withInk: true), of: test.id)
        try library.changePages(.turn(4, .half), of: test.id)
        let backup = FilePath(test.fixture.folder.path("backup"))
        _ = try library.backup(to: backup)
        let other = FilePath(test.fixture.folder.path("other"))
        let merged = try Library.merge(from: backup, into: other)
        let character = try #require(merged.characters.first)
        let copy = try Library(at: other, creating: false)
        #expect(try copy.pages(of: character)?.list.coded == "1-3 4=3/180")
        _ = try copy.undo(character.id)
        _ = try copy.undo(character.id)
        #expect(try copy.character(character.id).pageList == nil)
        #expect(try copy.check().problems == [])
    }

    // MARK: What happens to pages in between

    @Test(arguments: LibraryKind.allCases) func `Nothing is drawn or viewed on a page that is gone`(kind: LibraryKind)
        throws
    {
        let test = try Case(kind)
        let (store, id) = (test.store, test.id)
        let page = CharacterPage(id, page: 2)
        try store.setLastViewed(page)
        try store.changePages(.remove(2), of: id)
        let last = try store.character(id).lastPage
        #expect(last == 3)
        #expect(failure { try store.append([stroke(8)], to: page) }?.code == .noSuchPage)
        #expect(failure { try store.undo(page) }?.code == .noSuchPage)
        #expect(failure { try store.setLastViewed(page) }?.code == .noSuchPage)
        let edits = [PageEdit(page: 2, .append([.stroke(stroke(8))]))]
        #expect(failure { try store.perform(edits, on: id) }?.code == .noSuchPage)
        if let library = store as? Library {
            let request = EditRequest(.append([.stroke(stroke(8))]), of: page)
            #expect(failure { _ = try library.perform([request])[0].get() }?.code == .noSuchPage)
            #expect(failure { _ = try library.prepare(request, before: .now + .seconds(9)) }?.code == .noSuchPage)
        }
        #expect(try store.character(id).lastPage == last)
        _ = try store.undo(id)
        #expect(try test.strokes(2) == [stroke(2)])
        // A page of the template that nobody drew on is gone, too.
        let other = try store.createCharacter(NewCharacter(name: "B", template: test.template.id))
        try store.changePages(.remove(1), of: other.id)
        #expect(failure { try store.append([stroke(8)], to: CharacterPage(other.id, page: 1)) }?.code == .noSuchPage)
        try test.expectClean()
    }

    @Test(arguments: LibraryKind.allCases) func `A turn is not done again on ink that was drawn after it was undone`(
        kind: LibraryKind
    ) throws {
        let test = try Case(kind)
        let (store, id) = (test.store, test.id)
        try store.changePages(.insert(.plain, size: nil, .after(3)), of: id)
        try store.changePages(.turn(4, .clockwise90), of: id)
        _ = try store.undo(id)
        try store.append([stroke(4)], to: CharacterPage(id, page: 4))
        #expect(failure { try store.redo(id) }?.code == .refused)
        #expect(try store.character(id).pageList == PageList(coded: "1-3 4=plain:595.0x842.0"))
        #expect(try test.strokes(4) == [stroke(4)])
    }

    @Test(arguments: LibraryKind.allCases) func `Ink of a removed page stays off other templates' pages`(
        kind: LibraryKind
    ) throws {
        let test = try Case(kind)
        let (store, id) = (test.store, test.id)
        let large = try store.importTemplate(sheet("large", pages: 5)).template
        try store.changePages(.insert(.plain, size: nil, .after(3)), of: id)
        try store.append([stroke(4)], to: CharacterPage(id, page: 4))
        let copy = try store.duplicateCharacter(id, named: "Copy")
        try store.changePages(.remove(4), of: id)
        let attached = try store.attach(id, to: large.id)
        #expect(try store.pages(of: attached)?.numbers == [1, 2, 3])
        // The insertion of the copy is undone as a whole; the page of the larger template has nothing to do again.
        for _ in 1...2 { _ = try store.undo(copy.id) }
        #expect(try store.character(copy.id).pageList == nil)
        #expect(try store.pages(of: try store.attach(copy.id, to: large.id))?.count == 5)
        #expect(try store.redo(CharacterPage(copy.id, page: 4)) == nil)
        #expect(try store.drawing(on: CharacterPage(copy.id, page: 4))?.drawing.isEmpty ?? true)
        try test.expectClean()
    }

    @Test(arguments: LibraryKind.allCases) func `A character moves to another edition although a removed page has ink`(
        kind: LibraryKind
    ) throws {
        let test = try Case(kind)
        let (store, id) = (test.store, test.id)
        try store.changePages(.insert(.plain, size: nil, .after(3)), of: id)
        try store.append([stroke(4)], to: CharacterPage(id, page: 4))
        try store.changePages(.remove(4), of: id)
        #expect(try store.pages(of: try store.character(id))?.isOwn == false)
        let next = try store.importTemplate(sheet("next", pages: 5)).template
        let rebase = CharacterRebase(
            to: next.id, drawings: [1: Drawing(strokes: [stroke(1)])], entries: [:],
            expecting: try store.character(id).inkVersion)
        let moved = try store.rebase(id, rebase)
        #expect(try store.pages(of: moved)?.numbers == [1, 2, 3, 4, 5] && test.strokes(4).isEmpty)
        _ = try store.undo(id)
        #expect(try test.numbers == [1, 2, 3] && test.strokes(4) == [stroke(4)])
        // The ink stays hidden under a larger template.
        #expect(try store.pages(of: try store.attach(id, to: next.id))?.numbers == [1, 2, 3])
        try store.attach(id, to: test.template.id)
        _ = try store.redo(id)
        #expect(try test.numbers == [1, 2, 3, 4, 5] && test.strokes(4).isEmpty)
        try test.expectClean()
    }

    @Test(arguments: LibraryKind.allCases) func `A step back to pages that another template lacks is refused`(
        kind: LibraryKind
    ) throws {
        let test = try Case(kind)
        let (store, id) = (test.store, test.id)
        let small = try store.importTemplate(sheet("small", pages: 2)).template
        try store.changePages(.remove(3), of: id)
        try store.attach(id, to: small.id)
        #expect(failure { try store.undo(id) }?.code == .refused)
        #expect(try test.numbers == [1, 2])
        try store.attach(id, to: test.template.id)
        _ = try store.undo(id)
        #expect(try test.numbers == [1, 2, 3])
        try test.expectClean()
    }

    @Test func `What others drew on an inserted page keeps it`() throws {
        let test = try Case(.disk)
        let library = try #require(test.store as? Library)
        func step(_ direction: OwnDirection) throws -> OwnStep? {
            try library.takeBack(direction, of: test.id, by: "one") { _, _ in }
        }
        func draw(_ seed: Int, by author: String) throws {
            var request = EditRequest(.append([.stroke(stroke(seed))]), of: CharacterPage(test.id, page: 4))
            request.author = EditAuthor(author)
            _ = try library.perform([request])[0].get()
        }
        try library.changePages(.insert(.plain, size: nil, .after(3)), of: test.id, by: EditAuthor("one"))
        try draw(7, by: "one")
        #expect(try step(.undo) != nil)
        #expect(try step(.undo) != nil)
        #expect(try test.numbers == [1, 2, 3])
        #expect(try step(.redo) != nil)
        try draw(8, by: "other")
        #expect(try step(.undo) == nil)
        #expect(try test.numbers == [1, 2, 3, 4] && test.strokes(4) == [stroke(8)])
        #expect(try library.takeBack(.undo, of: test.id, by: "other") { _, _ in } != nil)
        #expect(try step(.undo) != nil)
        #expect(try test.numbers == [1, 2, 3])
        #expect(try library.check().problems == [])
    }

    @Test func `A change of the pages of an earlier template is taken back as it was made`() throws {
        let test = try Case(.disk)
        let library = try #require(test.store as? Library)
        try library.changePages(.insert(.plain, size: nil, .after(1)), of: test.id, by: EditAuthor("one"))
        let large = try library.importTemplate(sheet("large", pages: 5)).template
        try library.attach(test.id, to: large.id)
        #expect(try library.takeBack(.undo, of: test.id, by: "one") { _, _ in } != nil)
        #expect(try test.numbers == [1, 2, 3])
        #expect(try library.takeBack(.redo, of: test.id, by: "one") { _, _ in } != nil)
        #expect(try test.numbers == [1, 4, 2, 3])
        #expect(try library.check().problems == [])
    }

    @Test func `Ink that was drawn before a turn of its page turns with it`() throws {
        let test = try Case(.disk)
        let library = try #require(test.store as? Library)
        let page = CharacterPage(test.id, page: 1)
        func add(_ seed: Int, for turn: PageGeometry.Rotation?) -> EditRequest {
            var request = EditRequest(.append([.stroke(stroke(seed))]), of: page)
            request.turn = turn
            return request
        }
        let early = try library.prepare(add(20, for: PageGeometry.Rotation.none), before: .now + .seconds(9))
        try library.append([stroke(21)], to: page)
        try library.changePages(.turn(1, .clockwise90), of: test.id)
        let drawn = try test.strokes(1)
        #expect(failure { _ = try library.perform([early])[0].get() }?.code == .unprepared)
        _ = try library.perform([add(21, for: PageGeometry.Rotation.none)])[0].get()
        let prepared = try library.prepare(add(21, for: PageGeometry.Rotation.none), before: .now + .seconds(9))
        _ = try library.perform([prepared])[0].get()
        _ = try library.perform([add(22, for: .clockwise90)])[0].get()
        _ = try library.perform([add(23, for: nil)])[0].get()
        #expect(try test.strokes(1) == drawn + [drawn[1], drawn[1], stroke(22), stroke(23)])
        var edit = EditRequest(.edit(expecting: nil) { $0.removing([0]) }, of: page)
        edit.turn = .half
        #expect(failure { _ = try library.perform([edit])[0].get() }?.code == .stale)
    }

    @Test func `The ink of a change of the pages is forgotten with its list`() throws {
        let test = try Case(.disk)
        let library = try #require(test.store as? Library)
        try library.changePages(.turn(1, .half), of: test.id)
        let turned = try test.strokes(1)
        // As after a thousand changes of the form.
        try library.execute("UPDATE characterForm SET applied = 1000")
        try library.setFormValues(["a": .text("1")], of: test.id)
        #expect(try library.undo(CharacterPage(test.id, page: 1)) == nil)
        #expect(try test.strokes(1) == turned)
    }

    @Test func `A list is checked against a template without pages`() throws {
        let test = try Case(.disk)
        let library = try #require(test.store as? Library)
        try library.changePages(.move(3, .before(1)), of: test.id)
        try library.execute("UPDATE template SET pageCount = 0")
        #expect(try !library.check().problems.isEmpty)
    }

    @Test func `A character whose record is lost keeps its pages`() throws {
        let test = try Case(.disk)
        let library = try #require(test.store as? Library)
        try library.changePages(.insert(.plain, size: nil, .after(1)), of: test.id)
        try library.changePages(.turn(2, .clockwise90), of: test.id)
        try library.changePages(.remove(1), of: test.id)
        _ = try library.undo(test.id)
        var settings = Configuration()
        settings.foreignKeysEnabled = false
        let database = try DatabaseQueue(
            path: test.fixture.folder.path("library/library.sqlite"), configuration: settings)
        try database.write { try $0.execute(sql: "DELETE FROM character") }
        try database.close()
        let found = FilePath(test.fixture.folder.path("found"))
        _ = try Library.salvage(from: test.fixture.folder.library, into: found)
        let characters = try Library(at: found, creating: false).characters()
        #expect(characters.map { $0.pageList?.coded } == ["1 4=plain:595.0x842.0 2=2/90 3"])
    }
}
