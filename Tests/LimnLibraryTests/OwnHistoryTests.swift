// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnForms
import LimnInk
import LimnLibrary
import Testing
import TestSupport

/// What people take back of what they did themselves.
@Suite struct OwnHistoryTests {
    private let fixture: Fixture
    private let library: Library
    private let id: CharacterID

    init() throws {
        fixture = try Fixture(.disk)
        library = try #require(fixture.store as? Library)
        let template = try library.importTemplate(sheet(pages: 3)).template
        id = try library.createCharacter(NewCharacter(name: "A", template: template.id)).id
    }

    private func draw(
        _ seed: Int, page: Int = 1, by author: String, key: String? = nil, takingBack taken: String? = nil
    ) throws {
        var request = EditRequest(.append([.stroke(stroke(seed))]), of: CharacterPage(id, page: page))
        request.author = EditAuthor(author, key: key, takingBack: taken)
        _ = try library.perform([request])[0].get()
    }

    private func change(
        _ edit: @escaping @Sendable (Drawing) -> Edit, page: Int = 1, by author: String, key: String? = nil,
        takingBack taken: String? = nil
    ) throws {
        var request = EditRequest(.edit(expecting: nil) { edit($0) }, of: CharacterPage(id, page: page))
        request.author = EditAuthor(author, key: key, takingBack: taken)
        _ = try library.perform([request])[0].get()
    }

    @discardableResult
    private func step(_ direction: OwnDirection, by author: String, expecting: Int? = nil) throws -> OwnStep? {
        try library.takeBack(direction, of: id, by: author, expecting: expecting) { _, _ in }
    }

    private func strokes(page: Int = 1) throws -> [Stroke] {
        try library.drawing(on: CharacterPage(id, page: page))?.drawing.strokes ?? []
    }

    @Test func `two people who alternate strokes take back their own, ten times each`() throws {
        for number in 0..<10 {
            try draw(number, by: "one")
            try draw(100 + number, by: "other")
        }
        let all = try strokes()
        for number in (0..<10).reversed() {
            #expect(try step(.undo, by: "one")?.pages.map(\.page) == [1])
            #expect(try strokes().count == 10 + number)
        }
        #expect(try step(.undo, by: "one") == nil)
        #expect(try strokes() == (100..<110).map { stroke($0) })
        for _ in 0..<10 {
            try step(.undo, by: "other")
            try step(.redo, by: "one")
        }
        #expect(try strokes() == (0..<10).map { stroke($0) })
        for _ in 0..<10 { try step(.redo, by: "other") }
        #expect(try step(.redo, by: "other") == nil && step(.redo, by: "one") == nil)
        #expect(Set(try strokes()) == Set(all))
        #expect(try library.check().isClean)
    }

    @Test func `the last change is taken back on whichever page it is, and in the form`() throws {
        try draw(1, page: 2, by: "one")
        try library.setFormValues(
            ["a": .text("1"), "b": .text("2")], removing: [], pictures: [], of: id, expecting: nil,
            by: EditAuthor("one"))
        try draw(2, page: 3, by: "one")
        try draw(3, page: 1, by: "other")
        try library.setFormValues(["b": .text("3")], of: id)
        #expect(try step(.undo, by: "one")?.pages.map(\.page) == [3])
        let form = try #require(try step(.undo, by: "one"))
        // Somebody else has given the other field another value.
        #expect(form.pages.isEmpty && form.form?.edit.changes.keys.sorted() == ["a"])
        #expect(try library.formValues(of: id).entries == ["b": .text("3")])
        #expect(try step(.undo, by: "one")?.pages.map(\.page) == [2])
        #expect(try step(.undo, by: "one") == nil)
        #expect(try step(.redo, by: "one")?.pages.map(\.page) == [2])
        #expect(try step(.redo, by: "one")?.form?.edit.changes.keys.sorted() == ["a"])
        #expect(try library.formValues(of: id).entries == ["a": .text("1"), "b": .text("3")])
    }

    @Test func `what somebody else has removed is passed over`() throws {
        try draw(1, by: "one")
        try draw(2, by: "one")
        try change({ $0.removing([1]) }, by: "other")
        #expect(try step(.undo, by: "one")?.version == 1)
        #expect(try strokes().isEmpty)
        #expect(try step(.undo, by: "other")?.pages.count == 1)
        #expect(try strokes() == [stroke(2)])
        // Now it is there again.
        #expect(try step(.undo, by: "one")?.version == 2)
        #expect(try strokes().isEmpty)
    }

    @Test func `a change after an undo leaves nothing to do again, and others' changes do`() throws {
        try draw(1, by: "one")
        try step(.undo, by: "one")
        try draw(2, by: "other")
        #expect(try step(.redo, by: "one") != nil)
        try step(.undo, by: "one")
        try draw(3, by: "one")
        #expect(try step(.redo, by: "one") == nil)
        #expect(try strokes() == [stroke(2), stroke(3)])
    }

    @Test func `an edit of a client that names an earlier one is a step of the history`() throws {
        try draw(1, by: "one", key: "a")
        try draw(2, by: "one", key: "b")
        try change({ $0.removing([1]) }, by: "one", key: "c", takingBack: "b")
        #expect(try library.ownHistory(of: id, by: "one") == OwnHistory(done: [1], undone: [3]))
        try draw(2, by: "one", key: "d", takingBack: "c")
        #expect(try library.ownHistory(of: id, by: "one") == OwnHistory(done: [1, 4], undone: []))
        // Keys belong to their people.
        try change({ $0.removing([0]) }, by: "other", key: "e", takingBack: "a")
        #expect(try library.ownHistory(of: id, by: "other") == OwnHistory(done: [5], undone: []))
        #expect(try library.ownHistory(of: id, by: "nobody") == OwnHistory(done: [], undone: []))
    }

    @Test func `a step that is not the next one is refused`() throws {
        try draw(1, by: "one")
        try draw(2, by: "one")
        #expect(failure { try step(.undo, by: "one", expecting: 1) }?.code == .stale)
        #expect(try step(.undo, by: "one", expecting: 2)?.inkVersion == 3)
        #expect(failure { try step(.undo, by: "one", expecting: 2) }?.code == .stale)
        #expect(try step(.redo, by: "one", expecting: 3)?.version == 3)
    }

    @Test func `layers come back, and nothing goes to a page whose layers somebody has changed`() throws {
        let two = [Drawing.Layer(name: "a"), Drawing.Layer(name: "b")]
        try change({ Edit(layers: .init(before: $0.layers, after: two)) }, by: "one")
        try draw(1, by: "other")
        #expect(try step(.undo, by: "one")?.pages.first?.change.edit.layers?.after == [Drawing.Layer()])
        #expect(try step(.redo, by: "one") != nil)
        try change({ $0.removing([0]) }, by: "one")
        let turned = Array(two.reversed())
        try change({ Edit(layers: .init(before: $0.layers, after: turned)) }, by: "other")
        #expect(try step(.undo, by: "one") == nil)
        #expect(try library.drawing(on: CharacterPage(id, page: 1))?.drawing.layers == turned)
    }
}
