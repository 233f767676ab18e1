// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import LimnFiles
import LimnInk
import LimnLibrary
import Testing
import TestSupport

@Suite struct TrashTests {
    @Test(arguments: LibraryKind.allCases) func `A removed character is in the trash and comes back with its ink`(
        kind: LibraryKind
    ) throws {
        let fixture = try Fixture(kind)
        let store = fixture.store
        let template = try store.importTemplate(sheet()).template
        let maren = try store.createCharacter(NewCharacter(name: "Maren", template: template.id, tags: ["x"]))
        let page = CharacterPage(maren.id, page: 1)
        try store.append([stroke(1), stroke(2)], to: page)
        let before = try store.character(maren.id)
        try store.removeCharacter(maren.id)
        // It is neither listed nor found nor changed.
        #expect(try store.characters() == [] && store.characters(withPrefix: "Mar") == [])
        #expect(try store.characters(CharacterFilter(search: "maren")) == [])
        #expect(try store.characterCount(of: template.id) == 0)
        #expect(try store.lastViewed() == nil)
        for change: () throws -> Void in [
            { _ = try store.drawing(on: page) }, { try store.append([stroke(3)], to: page) },
            { try store.undo(page) }, { try store.setFavorite(true, of: maren.id) },
            { try store.renameCharacter(maren.id, to: "B") }, { try store.removeCharacter(maren.id) },
            { try store.setLastViewed(page) }, { try store.setThumbnail([1], of: maren.id, inkVersion: 1) },
        ] {
            #expect(failure(change)?.code == .notFound)
        }
        let trash = try fixture.reopened().trash()
        #expect(trash.map(\.id) == [.character(maren.id)])
        #expect(trash[0].name == "Maren" && trash[0].template == template.id)
        #expect(trash[0].removed > before.modified)
        #expect(try store.restoreFromTrash(trash[0].id) == trash)
        #expect(try store.trash() == [])
        #expect(try store.character(maren.id) == before)
        #expect(try store.drawing(on: page)?.drawing.strokes == [stroke(1), stroke(2)])
        #expect(try store.undo(page) != nil)
        #expect(try store.characters(CharacterFilter(search: "maren", tags: ["x"])).count == 1)
        #expect(failure { try store.restoreFromTrash(trash[0].id) }?.code == .notFound)
    }

    @Test(arguments: LibraryKind.allCases)
    func `A template comes back with the characters that were removed with it, and no others`(
        kind: LibraryKind
    ) throws {
        let store = try Fixture(kind).store
        let template = try store.importTemplate(sheet()).template
        let names = ["early", "one", "two"]
        let made = try names.map { try store.createCharacter(NewCharacter(name: $0, template: template.id)) }
        try store.removeCharacter(made[0].id)
        #expect(try store.removeTemplate(template.id, keepingCharacters: false) == 2)
        #expect(try store.templates() == [] && store.characters() == [])
        #expect(try store.template(withContentHash: template.contentHash) == nil)
        #expect(failure { _ = try store.content(of: template.id) }?.code == .notFound)
        #expect(try store.trash().map(\.name) == ["Sheet", "one", "two", "early"])
        #expect(try store.restoreFromTrash(.template(template.id)).map(\.name) == ["Sheet", "one", "two"])
        #expect(try store.templates() == [template])
        #expect(try store.characters() == [made[1], made[2]])
        #expect(try store.content(of: template.id).bytes() == Array("%PDF Sheet".utf8))
    }

    @Test(arguments: LibraryKind.allCases) func `A character that comes back brings its template`(
        kind: LibraryKind
    ) throws {
        let store = try Fixture(kind).store
        let template = try store.importTemplate(sheet()).template
        let made = try ["one", "two"].map { try store.createCharacter(NewCharacter(name: $0, template: template.id)) }
        try store.removeTemplate(template.id, keepingCharacters: false)
        #expect(try Set(store.restoreFromTrash(.character(made[0].id)).map(\.name)) == ["Sheet", "one"])
        #expect(try store.templates() == [template] && store.characters() == [made[0]])
        #expect(try store.trash().map(\.name) == ["two"])
    }

    @Test(arguments: LibraryKind.allCases) func `Importing the PDF of a removed template brings the template back`(
        kind: LibraryKind
    ) throws {
        let store = try Fixture(kind).store
        let template = try store.importTemplate(sheet()).template
        try store.removeTemplate(template.id, keepingCharacters: true)
        let again = try store.importTemplate(sheet("Again", content: "%PDF Sheet"))
        #expect(again.alreadyExisted && again.template == template)
        #expect(try store.templates() == [template] && store.trash() == [])
    }

    @Test(arguments: LibraryKind.allCases) func `Emptying the trash deletes only what was removed before a time`(
        kind: LibraryKind
    ) throws {
        let store = try Fixture(kind).store
        let made = try ["a", "b", "c"].map { try store.createCharacter(NewCharacter(name: $0, template: nil)) }
        for character in made { try store.removeCharacter(character.id) }
        let middle = try #require(try store.trash().first { $0.name == "b" })
        #expect(try store.emptyTrash(removedBefore: middle.removed).map(\.name) == ["a"])
        #expect(try store.trash().map(\.name) == ["c", "b"])
        #expect(try store.deleteFromTrash(removedBefore: nil, only: [middle.id]).map(\.name) == ["b"])
        #expect(try store.emptyTrash().map(\.name) == ["c"])
        #expect(try store.trash() == [])
        #expect(failure { try store.restoreFromTrash(middle.id) }?.code == .notFound)
    }

    @Test func `Deleted things leave nothing in the database, and their PDFs are deleted`() throws {
        let folder = try TemporaryFolder()
        let library = try Library(at: folder.library)
        let template = try library.importTemplate(sheet(text: "words")).template
        let made = try library.createCharacter(NewCharacter(name: "A", template: template.id))
        try library.append([stroke(1)], to: CharacterPage(made.id, page: 1))
        try library.setThumbnail([1], of: made.id, inkVersion: 1)
        try library.store(
            PageReading(page: CharacterPage(made.id, page: 1), revision: 1, bytes: [1]), version: 1)
        try library.removeTemplate(template.id, keepingCharacters: false)
        #expect(try library.trash().allSatisfy { $0.byteCount > 9 })
        #expect(try library.check().isClean)
        try library.emptyTrash()
        let queue = try DatabaseQueue(path: folder.path("library/library.sqlite"))
        for table in [
            "template", "templateDetail", "templateSearch", "character", "characterSearch", "drawing", "drawingBase",
            "inkEdit", "characterThumbnail", "drawingReading", "discardedBlob",
        ] {
            #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") } == 0, "\(table)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("library/blobs")) == [])
        let check = try library.check()
        #expect(check.isClean && check.diagnostics == [])
    }

    @Test func `A PDF that was imported again since its template was deleted is kept`() throws {
        let folder = try TemporaryFolder()
        let library = try Library(at: folder.library)
        let template = try library.importTemplate(sheet()).template
        // As if the deleting program had been killed before it deleted the file.
        let queue = try DatabaseQueue(path: folder.path("library/library.sqlite"))
        try queue.write {
            try $0.execute(sql: "INSERT INTO discardedBlob VALUES (?)", arguments: [template.contentHash])
        }
        try queue.close()
        #expect(try library.collectBlobs() == 0)
        #expect(try library.content(of: template.id).bytes() == Array("%PDF Sheet".utf8))
    }

    @Test func `What has been in the trash for thirty days is deleted by the next write or check`() throws {
        let folder = try TemporaryFolder()
        func library(afterDays days: Double) throws -> Library {
            try Library(at: folder.library, sources: .counting(from: 1_000_000 + days * 86_400))
        }
        do {
            let library = try library(afterDays: 0)
            for name in ["a", "b"] {
                let made = try library.createCharacter(NewCharacter(name: name, template: nil))
                try library.removeCharacter(made.id)
            }
        }
        do {
            let library = try library(afterDays: 29.9)
            try library.createCharacter(NewCharacter(name: "new", template: nil))
            #expect(try library.trash().count == 2)
        }
        do {
            let library = try library(afterDays: 31)
            #expect(try library.trash().count == 2)
            try library.createCharacter(NewCharacter(name: "newer", template: nil))
            #expect(try library.trash() == [])
        }
        do {
            let library = try library(afterDays: 40)
            try library.setTrashDays(3)
            try library.removeCharacter(try library.resolveCharacter("new").id)
            #expect(try library.trashDays() == 3)
        }
        let check = try library(afterDays: 44).check()
        #expect(check.diagnostics == ["Deleted from the trash because of age: new."])
        #expect(try library(afterDays: 44).characters().map(\.name) == ["newer"])
        #expect(failure { try library(afterDays: 44).setTrashDays(-1) }?.code == .refused)
    }

    @Test(arguments: LibraryKind.allCases) func `Only a whole name or id is enough to remove something`(
        kind: LibraryKind
    ) throws {
        let store = try Fixture(kind).store
        let maren = try store.createCharacter(NewCharacter(name: "Maren", template: nil))
        let both = try store.createCharacter(NewCharacter(name: "Maren Ashwick", template: nil))
        #expect(try store.resolveCharacter("maren", isWhole: true) == maren)
        #expect(try store.resolveCharacter("\(both.id)", isWhole: true) == both)
        try store.removeCharacter(maren.id)
        let error = failure { _ = try store.resolveCharacter("Maren", isWhole: true) }
        #expect(error?.code == .notFound)
        #expect(
            error?.description
                == "No character is called “Maren”. “Maren Ashwick” (\(both.id)) begins with it. "
                + "Give the whole name or the id."
        )
        #expect(failure { _ = try store.resolveCharacter("\(both.id)".prefix(6).description, isWhole: true) } != nil)
        #expect(try store.resolveCharacter("Maren") == both)
        #expect(
            failure { _ = try store.resolveCharacter("Marne Ashwik", isWhole: true) }?.description
                == "There is no character “Marne Ashwik” in the library. Did you mean “Maren Ashwick”?")
        let template = try store.importTemplate(sheet("Sheet of hero")).template
        #expect(failure { _ = try store.resolveTemplate("Sheet", isWhole: true) }?.code == .notFound)
        #expect(try store.resolveTemplate("sheet of HERO", isWhole: true) == template)
        #expect(try store.resolveTrash("mar").id == .character(maren.id))
        #expect(try store.resolveTrash("\(maren.id)").id == .character(maren.id))
        #expect(
            failure { _ = try store.resolveTrash("x") }?.description == "There is no item called “x” in the trash.")
    }
}
