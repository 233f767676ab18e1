// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import LimnFiles
import LimnForms
import LimnInk
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

@Suite struct FormValuesTests {
    /// A library with a character.
    private func character(_ kind: LibraryKind) throws -> (fixture: Fixture, id: CharacterID) {
        let fixture = try Fixture(kind)
        let template = try fixture.store.importTemplate(sheet()).template
        return (fixture, try fixture.store.createCharacter(NewCharacter(name: "A", template: template.id)).id)
    }

    private let picture: [UInt8] = [0x89, 1, 2, 3]
    private var hash: String { ContentHash(picture).description }

    @Test(arguments: LibraryKind.allCases)
    func `Values are kept, and each change of them increments the revision and the ink version`(
        kind: LibraryKind
    ) throws {
        let (fixture, id) = try character(kind)
        let store = fixture.store
        let none = try store.formValues(of: id)
        #expect(none.entries == [:] && none.revision == 0 && !none.canUndo && !none.canRedo && none.modified == nil)
        let all: [String: FieldEntry] = [
            "name ": .text("Ärger \"{}"), "level": .number("1.50"), "wounded": .flag(true), "calm": .flag(false),
            "languages": .list(["Elvish", "Orc"]), "none": .list([]), "portrait": .picture(path: hash),
            "empty": .text(""),
        ]
        let change = try store.setFormValues(all, removing: [], pictures: [picture, [9]], of: id, expecting: 0)
        #expect(change.revision == 1 && change.edit.changes.count == 8)
        #expect(change.edit.changes["level"]?.before == nil && change.edit.changes["level"]?.after == .number("1.50"))
        for store in [store, try fixture.reopened()] {
            let found = try store.formValues(of: id)
            #expect(found.entries == all && found.revision == 1 && found.canUndo && !found.canRedo)
            #expect(try store.formPicture(hash, of: id) == picture)
            #expect(try store.character(id).inkVersion == 1)
            #expect(try store.character(id).modified == found.modified)
        }
        // A picture that no value names is not kept.
        #expect(failure { _ = try fixture.reopened().formPicture("x", of: id) }?.code == .notFound)
        // What changes nothing keeps the revision.
        let same = try store.setFormValues(
            ["level": .number("1.50")], removing: ["nothing"], pictures: [], of: id, expecting: 1)
        #expect(same.edit.isEmpty && same.revision == 1)
        #expect(try store.character(id).inkVersion == 1)
        try store.setFormValues(["level": .text("3")], removing: ["calm"], pictures: [], of: id, expecting: 1)
        let now = try fixture.reopened().formValues(of: id)
        #expect(now.entries["level"] == .text("3") && now.entries["calm"] == nil && now.revision == 2)
    }

    @Test(arguments: LibraryKind.allCases)
    func `Changes of values are undone and redone one by one, across restarts and apart from ink`(
        kind: LibraryKind
    ) throws {
        let (fixture, id) = try character(kind)
        let page = CharacterPage(id, page: 1)
        var states: [[String: FieldEntry]] = [[:]]
        for number in 1...4 {
            let removed: Set<String> = number == 3 ? ["b1"] : []
            try fixture.store.setFormValues(
                ["a": .text("\(number)"), "b\(number)": .flag(true)], removing: removed, pictures: [], of: id,
                expecting: number - 1)
            states.append(try fixture.store.formValues(of: id).entries)
        }
        try fixture.store.append([stroke(1)], to: page)
        for step in (0..<4).reversed() {
            let change = try #require(try fixture.reopened().undoForm(of: id))
            #expect(change.edit.changes["a"]?.before == .text("\(step + 1)"))
            let found = try fixture.reopened().formValues(of: id)
            #expect(found.entries == states[step] && found.canRedo && found.canUndo == (step > 0))
            #expect(found.revision == change.revision)
        }
        #expect(try fixture.reopened().undoForm(of: id) == nil)
        for step in 1...4 {
            try fixture.reopened().redoForm(of: id)
            #expect(try fixture.reopened().formValues(of: id).entries == states[step])
        }
        #expect(try fixture.reopened().redoForm(of: id) == nil)
        #expect(try fixture.store.drawing(on: page)?.drawing.strokes == [stroke(1)])
        // Ink's undo leaves values alone.
        try fixture.store.undo(id)
        #expect(try fixture.store.formValues(of: id).entries == states[4])
        // A change after undo deletes what could be redone.
        try fixture.store.undoForm(of: id)
        try fixture.store.setFormValues(["a": .text("new")], of: id)
        #expect(try fixture.reopened().redoForm(of: id) == nil)
        #expect(try fixture.reopened().formValues(of: id).entries["a"] == .text("new"))
    }

    @Test(arguments: LibraryKind.allCases)
    func `A change that expects another revision, or names what is not there, changes nothing`(
        kind: LibraryKind
    ) throws {
        let (fixture, id) = try character(kind)
        let store = fixture.store
        try store.setFormValues(["a": .text("1")], of: id)
        try store.setFormValues(["a": .text("2")], of: id)
        for body in [
            { _ = try store.setFormValues(["a": .text("9")], of: id, expecting: 1) },
            { _ = try store.undoForm(of: id, expecting: 1) }, { _ = try store.redoForm(of: id, expecting: 0) },
        ] {
            let error = failure(body)
            #expect(error?.code == .stale && error?.currentRevision == 2)
        }
        let bad: [[String: FieldEntry]] = [
            ["p": .picture(path: hash)], ["": .text("x")], [String(repeating: "n", count: 70_000): .text("x")],
            ["t": .text(String(repeating: "ä", count: 5 << 20))],
            Dictionary(uniqueKeysWithValues: (0...100_000).map { ("\($0)", .flag(true)) }),
        ]
        for entries in bad { #expect(failure { try store.setFormValues(entries, of: id) }?.code == .invalidValue) }
        let large = [UInt8](repeating: 1, count: 33 << 20)
        let error = failure {
            try store.setFormValues(
                ["p": .picture(path: ContentHash(large).description)], removing: [], pictures: [large], of: id,
                expecting: nil)
        }
        #expect(error?.code == .invalidValue)
        #expect(failure { try store.setFormValues([:], of: CharacterID(bits: 5)) }?.code == .notFound)
        #expect(failure { _ = try store.formValues(of: CharacterID(bits: 5)) }?.code == .notFound)
        let found = try fixture.reopened().formValues(of: id)
        #expect(found.entries == ["a": .text("2")] && found.revision == 2)
    }

    @Test(arguments: LibraryKind.allCases)
    func `Search finds words of values without case and diacritics, as long as they are there`(
        kind: LibraryKind
    ) throws {
        let (fixture, id) = try character(kind)
        let store = fixture.store
        func finds(_ text: String) throws -> Bool {
            try store.characters(CharacterFilter(search: text)).map(\.id) == [id]
        }
        try store.setFormValues(
            [
                "class": .text("Böser Zauberer, d-20"), "n": .number("417"), "l": .list(["Ὀδυσσεύς", "♥"]),
                "f": .flag(true),
            ],
            of: id)
        for text in ["zaub", "BOSER", "d-20", "417", "οδυσσ", "♥", "a boser"] { #expect(try finds(text), "\(text)") }
        for text in ["true", "auberer", "class", "♠"] { #expect(try !finds(text), "\(text)") }
        try store.setFormValues(["class": .text("Ritter")], of: id)
        #expect(try finds("ritter") && !finds("zauberer"))
        try store.undoForm(of: id)
        #expect(try !finds("ritter") && finds("zauberer"))
        try store.removeCharacter(id)
        #expect(try !finds("zauberer"))
        try store.restoreFromTrash(.character(id))
        #expect(try finds("zauberer"))
        try store.removeCharacter(id)
        #expect(
            try store.trash().first { $0.id == .character(id) }.map { $0.byteCount > 20 || kind == .memory } == true)
        try store.emptyTrash()
        #expect(try !finds("zauberer"))
        if let library = store as? Library { #expect(try library.check().isClean) }
    }

    @Test(arguments: LibraryKind.allCases)
    func `A copy has the values, their pictures and their undo history, and goes its own way`(
        kind: LibraryKind
    ) throws {
        let (fixture, id) = try character(kind)
        let store = fixture.store
        try store.setFormValues(["a": .text("one")], of: id)
        try store.setFormValues(
            ["p": .picture(path: hash)], removing: [], pictures: [picture], of: id, expecting: nil)
        let copy = try store.duplicateCharacter(id, named: "B").id
        #expect(try store.formValues(of: copy).entries == store.formValues(of: id).entries)
        #expect(try store.formPicture(hash, of: copy) == picture)
        try store.undoForm(of: copy)
        try store.undoForm(of: copy)
        #expect(try store.formValues(of: copy).entries == [:])
        #expect(try store.formValues(of: id).entries.count == 2)
        let snapshot = try store.snapshot(of: id)
        #expect(snapshot.form.pictures == [hash: picture] && snapshot.form.values.entries.count == 2)
        #expect(try store.characters(CharacterFilter(search: "one")).map(\.id) == [id])
    }

    @Test(arguments: LibraryKind.allCases) func `A new character may begin with values`(kind: LibraryKind) throws {
        let fixture = try Fixture(kind)
        var new = NewCharacter(name: "N", template: nil)
        new.formEntries = ["a": .text("x"), "p": .picture(path: hash)]
        #expect(failure { try fixture.store.createCharacter(new) }?.code == .invalidValue)
        new.formPictures = [picture]
        let made = try fixture.store.createCharacter(new)
        let found = try fixture.reopened().formValues(of: made.id)
        #expect(found.entries == new.formEntries && found.revision == 1 && !found.canUndo)
        #expect(made.inkVersion == 1)
        #expect(try fixture.reopened().formPicture(hash, of: made.id) == picture)
    }

    @Test func `Pictures that neither a value nor a change names are deleted, and so are the oldest changes`() throws {
        let (fixture, id) = try character(.disk)
        let library = try #require(fixture.store as? Library)
        try library.setFormValues(["p": .picture(path: hash)], removing: [], pictures: [picture], of: id, expecting: 0)
        try library.setFormValues([:], removing: ["p"], pictures: [], of: id, expecting: 1)
        #expect(try library.formPicture(hash, of: id) == picture)
        try library.undoForm(of: id)
        try library.undoForm(of: id)
        #expect(try library.formPicture(hash, of: id) == picture)
        try library.setFormValues(["a": .text("x")], of: id)
        #expect(failure { _ = try library.formPicture(hash, of: id) }?.code == .notFound)
        for number in 0..<1005 { try library.setFormValues(["a": .text("\(number)")], of: id) }
        var count = 0
        while try library.undoForm(of: id) != nil { count += 1 }
        #expect(count == 1000)
        #expect(try library.check().isClean)
    }
}
