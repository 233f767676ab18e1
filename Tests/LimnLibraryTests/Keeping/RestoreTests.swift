// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import LimnFiles
import LimnInk
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

/// A restore keeps what it replaces and tells what was newer in it; a merge changes nothing that is there.
@Suite struct RestoreTests {
    private func path(_ folder: TemporaryFolder, _ name: String) -> FilePath { FilePath(folder.path(name)) }

    /// A library with a backup, and changes since: Ada is newer, Cleo new, Bea unchanged, a template new.
    private func changed(_ folder: TemporaryFolder) throws -> (Library, ada: CharacterPage, bea: CharacterPage) {
        let library = try Library(at: folder.library)
        let template = try library.importTemplate(sheet(text: "strength")).template
        let pages = try ["Ada", "Bea"].map { name in
            CharacterPage(try library.createCharacter(NewCharacter(name: name, template: template.id)).id, page: 1)
        }
        for (number, page) in pages.enumerated() {
            try library.append([stroke(number)], to: page)
            try library.append([stroke(10 + number)], to: page)
        }
        _ = try library.backup(to: path(folder, "backup"))
        try library.append([stroke(20)], to: pages[0])
        try library.createCharacter(NewCharacter(name: "Cleo", template: template.id))
        try library.importTemplate(sheet("Later"))
        return (library, pages[0], pages[1])
    }

    @Test func `A restore keeps the library that it replaces, and tells what was newer in it`() throws {
        let folder = try TemporaryFolder()
        let (library, ada, bea) = try changed(folder)
        let before = try (library.characters(), library.templates())
        var plans: [RestorePlan] = []
        let refused = failure {
            _ = try Library.restore(from: path(folder, "backup"), to: folder.library) { plan in
                plans.append(plan)
                return false
            }
        }
        #expect(refused?.code == .refused)
        #expect(try library.characters() == before.0 && library.templates() == before.1)
        #expect(folder.names == ["backup", "library"])
        let copy = try Library.restore(from: path(folder, "backup"), to: folder.library) { plan in
            plans.append(plan)
            return true
        }
        for plan in plans {
            #expect(plan.templateCount == 2 && plan.characterCount == 3 && plan.warnings == [])
            #expect(plan.newerCharacters.map(\.name) == ["Ada", "Cleo"])
            #expect(plan.newerTemplates.map(\.name) == ["Later"])
            #expect(plan.kept == path(folder, "library.replaced-1"))
        }
        #expect(plans.count == 2 && copy.replaced == plans[0].kept && copy.warnings == [])
        #expect(try library.characters().map(\.name) == ["Ada", "Bea"])
        let kept = try Library(at: path(folder, "library.replaced-1"), creating: false)
        #expect(try kept.characters() == before.0 && kept.templates() == before.1)
        #expect(try kept.drawing(on: ada)?.drawing.strokes == [0, 10, 20].map { stroke($0) })
        #expect(try kept.drawing(on: bea)?.drawing.strokes == [1, 11].map { stroke($0) })
        for template in before.1 { _ = try kept.content(of: template.id).bytes() }
        for library in [library, kept] {
            let check = try library.check()
            #expect(check.isClean && check.diagnostics == [], "\(check)")
        }
        // The next one gets another name.
        #expect(
            try Library.restore(from: path(folder, "library.replaced-1"), to: folder.library).replaced
                == path(folder, "library.replaced-2"))
        #expect(try library.characters() == before.0)
    }

    @Test func `Where there is nothing to replace, nothing is asked and nothing is kept`() throws {
        let folder = try TemporaryFolder()
        _ = try changed(folder)
        _ = try Library(at: path(folder, "empty"))
        for name in ["empty", "missing"] {
            let copy = try Library.restore(from: path(folder, "backup"), to: path(folder, name)) { _ in
                Issue.record("\(name)")
                return false
            }
            #expect(copy.replaced == nil && copy.characterCount == 2)
        }
        #expect(folder.names == ["backup", "empty", "library", "missing"])
    }

    @Test func `A library that is damaged or in the trash alone is kept, too`() throws {
        let folder = try TemporaryFolder()
        let (library, ada, _) = try changed(folder)
        for template in try library.templates() { try library.removeTemplate(template.id, keepingCharacters: false) }
        let trash = try library.trash()
        _ = try Library.restore(from: path(folder, "backup"), to: folder.library)
        #expect(try Library(at: path(folder, "library.replaced-1")).trash() == trash)
        try FileManager.default.createDirectory(atPath: folder.path("broken/blobs"), withIntermediateDirectories: true)
        try folder.write(Array("broken".utf8), "broken/library.sqlite")
        let hash = ContentHash([7]).description
        try folder.write([7], "broken/blobs/\(hash)")
        var plan: RestorePlan?
        _ = try Library.restore(from: path(folder, "backup"), to: path(folder, "broken")) {
            plan = $0
            return true
        }
        #expect(plan?.characterCount == nil && plan?.kept == path(folder, "broken.replaced-1"))
        #expect(
            FileManager.default.contents(atPath: folder.path("broken.replaced-1/library.sqlite")) == Data("broken".utf8)
        )
        #expect(FileManager.default.contents(atPath: folder.path("broken.replaced-1/blobs/\(hash)")) == Data([7]))
        let restored = try Library(at: path(folder, "broken"), creating: false)
        #expect(try restored.drawing(on: ada)?.drawing.strokes.count == 2)
        let check = try restored.check()
        #expect(check.isClean && check.diagnostics == [], "\(check)")
    }

    @Test func `What is in the trash of a backup stays as long as it would have stayed`() throws {
        let folder = try TemporaryFolder()
        func library(afterDays days: Double) throws -> Library {
            try Library(at: folder.library, sources: .counting(from: 1_000_000 + days * 86_400))
        }
        do {
            let library = try library(afterDays: 0)
            let made = try library.createCharacter(NewCharacter(name: "Ada", template: nil))
            try library.removeCharacter(made.id)
            _ = try library.backup(to: path(folder, "backup"))
        }
        _ = try Library.restore(from: path(folder, "backup"), to: path(folder, "new"))
        let restored = try Library(at: path(folder, "new"))
        try restored.createCharacter(NewCharacter(name: "Bea", template: nil))
        #expect(try restored.trash().map(\.name) == ["Ada"])
    }

    @Test func `A merge brings back what is missing, with ink and undo history, and changes nothing else`() throws {
        let folder = try TemporaryFolder()
        let (library, ada, bea) = try changed(folder)
        for template in try library.templates() where template.name == "Sheet" {
            try library.removeTemplate(template.id, keepingCharacters: true)
        }
        try library.removeCharacter(bea.character)
        let record = try Library(at: path(folder, "backup")).character(bea.character)
        #expect(
            try Library.merge(from: path(folder, "backup"), into: folder.library).warnings
                == ["“Bea” was left out: it is in the trash."])
        try library.emptyTrash()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("library/blobs")).count == 1)
        let others = try library.characters()
        let result = try Library.merge(from: path(folder, "backup"), into: folder.library)
        #expect(result.characters == [record] && result.templates.map(\.name) == ["Sheet"] && result.warnings == [])
        #expect(try library.characters().filter { $0.id != record.id } == others)
        #expect(try library.drawing(on: ada)?.drawing.strokes == [0, 10, 20].map { stroke($0) })
        #expect(try library.drawing(on: bea)?.drawing.strokes == [1, 11].map { stroke($0) })
        #expect(try library.undo(bea) != nil)
        #expect(try library.drawing(on: bea)?.drawing.strokes == [stroke(1)])
        #expect(try library.content(of: result.templates[0].id).bytes() == Array("%PDF Sheet".utf8))
        #expect(try library.characters(CharacterFilter(search: "strength bea")).count == 1)
        let check = try library.check()
        #expect(check.isClean && check.diagnostics == [], "\(check)")
        let again = try Library.merge(from: path(folder, "backup"), into: folder.library)
        #expect(again.characters == [] && again.templates == [] && again.warnings == [])
        #expect(folder.names == ["backup", "library"])
    }

    @Test func `A named character that is still there comes back as another one`() throws {
        let folder = try TemporaryFolder()
        let (library, ada, bea) = try changed(folder)
        let before = try library.characters()
        let result = try Library.merge(from: path(folder, "backup"), into: folder.library, characters: ["ada", "Bea"])
        #expect(result.characters.map(\.name) == ["Ada (backup)"] && result.templates == [])
        #expect(result.warnings == ["“Bea” was left out: the library has the same version."])
        let copy = CharacterPage(result.characters[0].id, page: 1)
        #expect(try library.drawing(on: copy)?.drawing.strokes == [stroke(0), stroke(10)])
        #expect(try library.drawing(on: ada)?.drawing.strokes == [0, 10, 20].map { stroke($0) })
        try library.undo(copy)
        #expect(try library.drawing(on: ada)?.drawing.strokes == [0, 10, 20].map { stroke($0) })
        #expect(try library.drawing(on: bea)?.drawing.strokes == [1, 11].map { stroke($0) })
        #expect(try library.characters().filter { $0.id != copy.character } == before)
        #expect(try library.check().isClean)
        let error = failure {
            _ = try Library.merge(from: path(folder, "backup"), into: folder.library, characters: ["Bea", "Nobody"])
        }
        #expect(error?.code == .notFound)
        #expect(try library.characters().count == 4)
    }

    @Test func `A backup with damaged ink says so, and its restore too, and the rest is there`() throws {
        let folder = try TemporaryFolder()
        let (library, ada, bea) = try changed(folder)
        let queue = try DatabaseQueue(path: folder.path("library/library.sqlite"))
        try queue.write {
            try $0.execute(
                sql:
                    "UPDATE inkEdit SET edit = x'00' WHERE number = 1 AND drawing IN (SELECT id FROM drawing WHERE character = ?)",
                arguments: [ada.character.value])
        }
        try queue.close()
        let sentence = "The ink of page 1 of “Ada” is damaged: it has bytes that are not ink."
        #expect(failure { _ = try Library(at: folder.library).drawing(on: ada) }?.description == sentence)
        #expect(try library.check().problems.map(\.description) == [sentence])
        #expect(try library.backup(to: path(folder, "second")).warnings == [sentence])
        let copy = try Library.restore(from: path(folder, "second"), to: path(folder, "new"))
        #expect(copy.warnings == [sentence] && copy.characterCount == 3)
        let restored = try Library(at: path(folder, "new"))
        #expect(try restored.drawing(on: bea)?.drawing.strokes == [1, 11].map { stroke($0) })
        #expect(failure { _ = try restored.drawing(on: ada) }?.description == sentence)
        let salvaged = try Library.salvage(from: folder.library, into: path(folder, "salvaged"))
        #expect(salvaged.warnings.contains("The ink of page 1 of “Ada” is lost."))
        #expect(try Library(at: path(folder, "salvaged")).characters().count == 3)
        #expect(try Library(at: path(folder, "salvaged")).check().isClean)
    }

    @Test func `Ink is salvaged up to the change that is damaged`() throws {
        let folder = try TemporaryFolder()
        let (_, ada, _) = try changed(folder)
        let queue = try DatabaseQueue(path: folder.path("library/library.sqlite"))
        try queue.write {
            try $0.execute(
                sql: "DELETE FROM inkEdit WHERE number = 3 AND drawing IN (SELECT id FROM drawing WHERE character = ?)",
                arguments: [ada.character.value])
        }
        try queue.close()
        let copy = try Library.salvage(from: folder.library, into: path(folder, "salvaged"))
        #expect(
            copy.warnings.contains("Of the ink of page 1 of “Ada”, only what was drawn up to change 2 of 3 is left."))
        #expect(
            try Library(at: path(folder, "salvaged")).drawing(on: ada)?.drawing.strokes == [stroke(0), stroke(10)])
    }

    @Test func `A damaged snapshot does no harm while the journal is complete`() throws {
        let folder = try TemporaryFolder()
        let (library, ada, bea) = try changed(folder)
        for page in [ada, bea] { try library.compact(page) }
        let initial = try library.createCharacter(
            NewCharacter(name: "Dora", template: nil, drawings: [1: Drawing(strokes: [stroke(7)])]))
        let dora = CharacterPage(initial.id, page: 1)
        try library.append([stroke(8)], to: dora)
        let queue = try DatabaseQueue(path: folder.path("library/library.sqlite"))
        try queue.write { try $0.execute(sql: "UPDATE drawingBase SET ink = x'00'") }
        try queue.close()
        let opened = try Library(at: folder.library)
        #expect(try opened.drawing(on: ada)?.drawing.strokes == [0, 10, 20].map { stroke($0) })
        // What Dora began with was in the snapshot alone.
        #expect(failure { _ = try opened.drawing(on: dora) }?.code == .damaged)
        #expect(try opened.check().problems.map(\.kind) == [.ink, .ink, .ink])
        let copy = try Library.salvage(from: folder.library, into: path(folder, "salvaged"))
        #expect(copy.warnings.count == 2 && copy.warnings.contains("The ink of page 1 of “Dora” is lost."), "\(copy)")
        let salvaged = try Library(at: path(folder, "salvaged"))
        #expect(try salvaged.drawing(on: bea)?.drawing.strokes == [1, 11].map { stroke($0) })
        #expect(try salvaged.undo(bea) != nil)
        #expect(try salvaged.drawing(on: bea)?.drawing.strokes == [stroke(1)])
        #expect(try salvaged.check().isClean)
    }
}
