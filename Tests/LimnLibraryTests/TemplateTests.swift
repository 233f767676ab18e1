// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnGeometry
import LimnInk
import LimnLibrary
import Testing

@Suite struct TemplateTests {
    @Test(arguments: LibraryKind.allCases) func `An import keeps the bytes and the metadata`(
        kind: LibraryKind
    ) throws {
        let fixture = try Fixture(kind)
        let facts = sheet("Ålesund", pages: 3, text: "Strength and\0 wisdom")
        let made = try fixture.store.importTemplate(facts)
        #expect(!made.alreadyExisted)
        for store in [fixture.store, try fixture.reopened()] {
            let template = try store.template(made.template.id)
            #expect(template == made.template)
            #expect(template.name == "Ålesund" && template.pageCount == 3 && template.hasFormFields)
            #expect(template.byteCount == 13 && !template.needsPassword)
            #expect(template.imported == Date(timeIntervalSince1970: 1_000_001))
            #expect(template.contentHash == ContentHash(try facts.content.bytes()).description)
            #expect(try store.content(of: template.id).bytes() == facts.content.bytes())
            #expect(try store.pages(of: template.id) == facts.pages)
            #expect(try store.thumbnail(of: template.id) == facts.thumbnail)
            #expect(try store.outline(of: template.id) == facts.outline)
            #expect(try store.searchText(of: template.id).hasPrefix("strength and"))
            #expect(try store.templates() == [template])
        }
    }

    @Test(arguments: LibraryKind.allCases)
    func `Importing the same bytes again returns the same template, under any name`(
        kind: LibraryKind
    ) throws {
        let store = try Fixture(kind).store
        let first = try store.importTemplate(sheet("One", content: "same")).template
        let again = try store.importTemplates([
            sheet("Two", content: "same"), sheet("Three", content: "other"), sheet("Four", content: "other"),
        ])
        #expect(again.map(\.alreadyExisted) == [true, false, true])
        #expect(again[0].template == first && again[2].template == again[1].template)
        #expect(try store.templates().map(\.name) == ["One", "Three"])
        #expect(try store.template(withContentHash: first.contentHash) == first)
        #expect(try store.template(withContentHash: "none") == nil)
    }

    @Test(arguments: LibraryKind.allCases) func `Importing several files imports all or none`(
        kind: LibraryKind
    ) throws {
        let store = try Fixture(kind).store
        let error = failure { _ = try store.importTemplates([sheet("Good"), sheet("\u{7}")]) }
        #expect(error?.code == .invalidName)
        #expect(failure { try store.importTemplate(sheet("Blank", pages: 0)) }?.code == .refused)
        #expect(try store.templates() == [])
    }

    @Test(arguments: LibraryKind.allCases) func `Templates are listed by name, ignoring case and diacritics`(
        kind: LibraryKind
    ) throws {
        let store = try Fixture(kind).store
        _ = try store.importTemplates(["zebra", "Äpfel", "apfelbaum", "Banane"].map { sheet($0) })
        #expect(try store.templates().map(\.name) == ["Äpfel", "apfelbaum", "Banane", "zebra"])
        let renamed = try store.renameTemplate(try store.resolveTemplate("zebra").id, to: "  alpha ")
        #expect(renamed.name == "alpha")
        #expect(try store.templates().map(\.name) == ["alpha", "Äpfel", "apfelbaum", "Banane"])
    }

    @Test(arguments: LibraryKind.allCases) func `Removing a template removes its characters and returns their number`(
        kind: LibraryKind
    ) throws {
        let store = try Fixture(kind).store
        let (one, two) = (try store.importTemplate(sheet("1")).template, try store.importTemplate(sheet("2")).template)
        for name in ["a", "b"] { try store.createCharacter(NewCharacter(name: name, template: one.id)) }
        let kept = try store.createCharacter(NewCharacter(name: "c", template: two.id))
        #expect(try store.characterCount(of: one.id) == 2)
        #expect(try store.removeTemplate(one.id, keepingCharacters: false) == 2)
        #expect(try store.characters() == [kept])
        #expect(try store.templates() == [two])
        #expect(failure { _ = try store.content(of: one.id) }?.code == .notFound)
        #expect(failure { try store.removeTemplate(one.id, keepingCharacters: true) }?.code == .notFound)
    }

    @Test(arguments: LibraryKind.allCases)
    func `Orphaned characters keep their ink and can be assigned another template`(
        kind: LibraryKind
    ) throws {
        let store = try Fixture(kind).store
        let old = try store.importTemplate(sheet("Old", pages: 3)).template
        let character = try store.createCharacter(NewCharacter(name: "Hero", template: old.id))
        let page = CharacterPage(character.id, page: 3)
        try store.append([stroke(1)], to: page)
        #expect(try store.removeTemplate(old.id, keepingCharacters: true) == 1)
        let orphan = try store.character(character.id)
        #expect(orphan.template == nil)
        #expect(try store.drawing(on: page)?.drawing.strokes == [stroke(1)])
        let short = try store.importTemplate(sheet("Short", pages: 2)).template
        let error = failure { try store.attach(character.id, to: short.id) }
        #expect(error?.code == .noSuchPage)
        #expect(error?.description == "There is no page 3: the template has 2 pages.")
        let new = try store.importTemplate(sheet("New", pages: 4)).template
        let attached = try store.attach(character.id, to: new.id)
        #expect(attached.template == new.id && attached.inkVersion == orphan.inkVersion + 1)
        #expect(try store.drawing(on: page)?.drawing.strokes == [stroke(1)])
    }
}
