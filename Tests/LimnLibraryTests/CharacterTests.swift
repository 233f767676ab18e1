// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnInk
import LimnLibrary
import Testing

@Suite struct CharacterTests {
    @Test(arguments: LibraryKind.allCases) func `A character is kept with its name, tags, favourite and page`(
        kind: LibraryKind
    ) throws {
        let fixture = try Fixture(kind)
        let store = fixture.store
        let template = try store.importTemplate(sheet()).template
        let new = NewCharacter(
            name: " Bilbo ", template: template.id, isFavorite: true, tags: ["Hobbit", "hobbit ", "Thief"], lastPage: 2)
        let made = try store.createCharacter(new)
        #expect(made.name == "Bilbo" && made.tags == ["Hobbit", "Thief"] && made.lastPage == 2 && made.isFavorite)
        #expect(made.inkVersion == 0 && made.created == made.modified)
        #expect(try fixture.reopened().character(made.id) == made)

        #expect(try store.renameCharacter(made.id, to: "Frodo").name == "Frodo")
        #expect(try !store.setFavorite(false, of: made.id).isFavorite)
        #expect(try store.addTags(["Ring"], to: made.id).tags == ["Hobbit", "Thief", "Ring"])
        #expect(try store.changeTags(of: made.id, adding: [], removing: ["HOBBIT"]).tags == ["Thief", "Ring"])
        let changed = try fixture.reopened().character(made.id)
        #expect(changed.name == "Frodo" && changed.tags == ["Thief", "Ring"] && !changed.isFavorite)
        #expect(changed.created == made.created && changed.modified > made.modified)
        try store.removeCharacter(made.id)
        #expect(try store.characters() == [])
        #expect(failure { try store.removeCharacter(made.id) }?.code == .notFound)
        #expect(failure { _ = try store.character(made.id) }?.code == .notFound)
    }

    @Test(arguments: LibraryKind.allCases)
    func `A character needs a name, an existing template and existing pages`(
        kind: LibraryKind
    ) throws {
        let store = try Fixture(kind).store
        let template = try store.importTemplate(sheet()).template
        func make(_ new: NewCharacter) -> LibraryError.Code? { failure { try store.createCharacter(new) }?.code }
        #expect(make(NewCharacter(name: "A", template: TemplateID(bits: 1))) == .notFound)
        #expect(make(NewCharacter(name: "\n", template: template.id)) == .invalidName)
        #expect(make(NewCharacter(name: "A", template: template.id, tags: ["\t"])) == .invalidName)
        #expect(make(NewCharacter(name: "A", template: template.id, lastPage: 3)) == .noSuchPage)
        let ink = Drawing(strokes: [stroke(1)])
        #expect(make(NewCharacter(name: "A", template: template.id, drawings: [3: ink])) == .noSuchPage)
        let lost = Drawing(strokes: [stroke(1, layer: 1)])
        #expect(make(NewCharacter(name: "A", template: template.id, drawings: [1: lost])) == .invalidInk)
        #expect(try store.characters() == [])
    }

    @Test(arguments: LibraryKind.allCases) func `A duplicate has everything of the original and is independent of it`(
        kind: LibraryKind
    ) throws {
        let fixture = try Fixture(kind)
        let store = fixture.store
        let template = try store.importTemplate(sheet()).template
        let ink = Drawing(strokes: [stroke(1), stroke(2)])
        let original = try store.createCharacter(
            NewCharacter(name: "A", template: template.id, isFavorite: true, tags: ["x"], drawings: [1: ink]))
        let page = CharacterPage(original.id, page: 1)
        try store.append([stroke(3)], to: page)
        let copy = try store.duplicateCharacter(original.id, named: "B")
        #expect(copy.id != original.id && copy.template == template.id && copy.isFavorite && copy.tags == ["x"])
        let copied = CharacterPage(copy.id, page: 1)
        try store.undo(copied)
        try store.append([stroke(4)], to: copied)
        let later = try fixture.reopened()
        #expect(try later.drawing(on: page)?.drawing.strokes == [stroke(1), stroke(2), stroke(3)])
        #expect(try later.drawing(on: copied)?.drawing.strokes == [stroke(1), stroke(2), stroke(4)])
        try store.removeCharacter(original.id)
        #expect(try later.drawing(on: copied)?.drawing.strokes == [stroke(1), stroke(2), stroke(4)])
    }

    @Test(arguments: LibraryKind.allCases) func `A character is found by name, id, or an unambiguous prefix`(
        kind: LibraryKind
    ) throws {
        let store = try Fixture(kind).store
        let names = ["Anna", "Annabel", "Zoë", "anna", "Twin", "Twin"]
        let all = try names.map { try store.createCharacter(NewCharacter(name: $0, template: nil)) }
        #expect(try store.resolveCharacter("Anna").id == all[0].id)
        #expect(try store.resolveCharacter("anna").id == all[3].id)
        #expect(try store.resolveCharacter("ANNAB").id == all[1].id)
        #expect(try store.resolveCharacter("zoe").id == all[2].id)
        #expect(try store.resolveCharacter(all[4].id.description).id == all[4].id)
        #expect(try store.resolveCharacter(all[5].id.description.uppercased()).id == all[5].id)
        #expect(try store.resolveCharacter(String(all[5].id.description.prefix(8))).id == all[5].id)
        let error = failure { _ = try store.resolveCharacter("Twin") }
        #expect(error?.code == .ambiguous && error?.candidates.count == 2)
        #expect(error?.candidates.contains("Twin \(all[4].id)") == true)
        #expect(failure { _ = try store.resolveCharacter("ANNA") }?.code == .ambiguous)
        #expect(failure { _ = try store.resolveCharacter("Bob") }?.code == .notFound)
        #expect(failure { _ = try store.resolveCharacter("") }?.code == .notFound)
        #expect(failure { _ = try store.resolveTemplate("Anna") }?.code == .notFound)
    }

    @Test(arguments: LibraryKind.allCases) func `The last viewed page is kept until its character is removed`(
        kind: LibraryKind
    ) throws {
        let fixture = try Fixture(kind)
        let store = fixture.store
        let template = try store.importTemplate(sheet()).template
        #expect(try store.lastViewed() == nil)
        let made = try store.createCharacter(NewCharacter(name: "A", template: template.id))
        try store.setLastViewed(CharacterPage(made.id, page: 2))
        #expect(failure { try store.setLastViewed(CharacterPage(made.id, page: 3)) }?.code == .noSuchPage)
        #expect(try fixture.reopened().lastViewed() == CharacterPage(made.id, page: 2))
        #expect(try store.character(made.id).modified == made.modified)
        try store.removeCharacter(made.id)
        #expect(try fixture.reopened().lastViewed() == nil)
    }

    @Test(arguments: LibraryKind.allCases) func `An edit makes its page the last viewed one in its own transaction`(
        kind: LibraryKind
    ) throws {
        let fixture = try Fixture(kind)
        let store = fixture.store
        let made = try ["A", "B"].map { try store.createCharacter(NewCharacter(name: $0, template: nil)).id }
        try store.setLastViewed(CharacterPage(made[0], page: 9))
        try store.append([stroke(1)], to: CharacterPage(made[1], page: 2))
        #expect(try fixture.reopened().lastViewed() == CharacterPage(made[1], page: 2))
        try store.append([stroke(2)], to: CharacterPage(made[0], page: 3))
        #expect(try fixture.reopened().lastViewed() == CharacterPage(made[0], page: 3))
        try store.undo(CharacterPage(made[1], page: 2))
        #expect(try fixture.reopened().lastViewed() == CharacterPage(made[1], page: 2))
        try store.append([], to: CharacterPage(made[0], page: 3))
        #expect(try fixture.reopened().lastViewed() == CharacterPage(made[1], page: 2))
        #expect(try store.character(made[0]).lastPage == 3)
    }

    @Test(arguments: LibraryKind.allCases) func `A thumbnail is replaced only by one of the same or newer ink`(
        kind: LibraryKind
    ) throws {
        let fixture = try Fixture(kind)
        let made = try fixture.store.createCharacter(NewCharacter(name: "A", template: nil))
        #expect(try fixture.store.thumbnail(of: made.id) == nil)
        try fixture.store.setThumbnail([1], of: made.id, inkVersion: 3)
        try fixture.store.setThumbnail([2], of: made.id, inkVersion: 2)
        #expect(try fixture.reopened().thumbnail(of: made.id)?.picture == [1])
        try fixture.store.setThumbnail([4], of: made.id, inkVersion: 4)
        #expect(try fixture.reopened().thumbnail(of: made.id)?.inkVersion == 4)
    }
}
