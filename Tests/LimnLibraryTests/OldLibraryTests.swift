// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnForms
import LimnInk
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

/// Libraries written by released versions, kept unchanged. Every later Limn must open them.
@Suite struct OldLibraryTests {
    private static let fixtures = Project.folder.appendingPathComponent("Tests/LimnLibraryTests/Fixtures")

    /// Creates the content of the fixture.
    private func fill(_ library: Library) throws {
        let template = try library.importTemplate(sheet("Blätter", text: "Stärke und Mut")).template
        let other = try library.importTemplate(sheet("Other", pages: 1)).template
        let hero = try library.createCharacter(
            NewCharacter(
                name: "Ännchen", template: template.id, isFavorite: true, tags: ["lieb", "Böse"],
                drawings: [2: Drawing(strokes: [stroke(20), stroke(21)])]))
        let page = CharacterPage(hero.id, page: 1)
        for seed in 1...3 { try library.append([stroke(seed)], to: page) }
        try library.compact(page)
        try library.append([stroke(4)], to: page)
        try library.undo(page)
        try library.setThumbnail([1, 2, 3], of: hero.id, inkVersion: 5)
        let orphan = try library.createCharacter(NewCharacter(name: "Orphan", template: other.id))
        try library.append([stroke(9)], to: CharacterPage(orphan.id, page: 1))
        try library.setLastViewed(page)
        try library.removeTemplate(other.id, keepingCharacters: true)
    }

    @Test func `The known fingerprints of schemas are those that the migrations make`() throws {
        let (known, made) = try Library.schemaFingerprints()
        #expect(known == made)
    }

    @Test(arguments: [1, 2, 3, 4, 6, 8])
    func `A library of an older Limn opens with all its content`(schema: Int) throws {
        let fixture = Self.fixtures.appendingPathComponent("schema-\(schema)")
        let folder = try TemporaryFolder()
        let isThere = FileManager.default.fileExists(atPath: fixture.path)
        // The fixture of a released schema never changes; this creates that of a new one.
        if !isThere || ProcessInfo.processInfo.environment["REPLACE"] != nil {
            do { try fill(Library(at: folder.library, sources: .counting())) }
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("library"))
            where !["library.sqlite", "blobs"].contains(name) {
                try FileManager.default.removeItem(atPath: folder.path("library/\(name)"))
            }
            try? FileManager.default.removeItem(at: fixture)
            try FileManager.default.createDirectory(at: Self.fixtures, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: folder.path("library"), toPath: fixture.path)
            try? FileManager.default.removeItem(atPath: folder.path("library"))
            if !isThere { Issue.record("The fixture \(fixture.path) was missing; it has been written.") }
        }
        try FileManager.default.copyItem(atPath: fixture.path, toPath: folder.path("library"))
        let library = try Library(at: folder.library, creating: false)
        #expect(try library.check().problems == [])
        let template = try library.resolveTemplate("blatter")
        #expect(try library.templates() == [template])
        #expect(try library.content(of: template.id).bytes() == Array("%PDF Blätter".utf8))
        #expect(try library.pages(of: template.id) == sheet().pages)
        #expect(try library.outline(of: template.id) == sheet().outline)
        #expect(try library.thumbnail(of: template.id) == Array("picture of Blätter".utf8))
        let hero = try #require(try library.characters(CharacterFilter(search: "starke", tags: ["böse"])).first)
        #expect(hero.name == "Ännchen" && hero.isFavorite && hero.tags == ["lieb", "Böse"] && hero.inkVersion == 6)
        #expect(try library.lastViewed() == CharacterPage(hero.id, page: 1))
        // Pictures that versions before 7 kept are drawn anew: they may show what is for the game master.
        #expect(try library.thumbnail(of: hero.id)?.picture == (schema < 7 ? nil : [1, 2, 3]))
        let page = CharacterPage(hero.id, page: 1)
        #expect(try library.drawing(on: page)?.drawing.strokes == [1, 2, 3].map { stroke($0) })
        #expect(try library.drawing(on: CharacterPage(hero.id, page: 2))?.drawing.strokes == [stroke(20), stroke(21)])
        try library.redo(page)
        #expect(try library.drawing(on: page)?.drawing.strokes == [1, 2, 3, 4].map { stroke($0) })
        while try library.undo(page) != nil {}
        #expect(try library.drawing(on: page)?.drawing.strokes == [])
        // Characters of old libraries have no form values, and may get some.
        #expect(try library.formValues(of: hero.id).entries.isEmpty)
        try library.setFormValues(["class": .text("Bard")], of: hero.id, expecting: 0)
        #expect(try library.characters(CharacterFilter(search: "bard")).map(\.name) == ["Ännchen"])
        #expect(try library.check().problems == [])
        let orphan = try library.resolveCharacter("Orphan")
        #expect(orphan.template == nil)
        #expect(try library.drawing(on: CharacterPage(orphan.id, page: 1))?.drawing.strokes == [stroke(9)])
    }
}
