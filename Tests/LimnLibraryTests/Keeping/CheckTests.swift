// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import LimnInk
import LimnLibrary
import Testing
import TestSupport

@Suite struct CheckTests {
    private func library(_ folder: TemporaryFolder) throws -> (Library, CharacterPage) {
        let library = try Library(at: folder.library)
        let template = try library.importTemplate(sheet(text: "strength")).template
        let made = try library.createCharacter(NewCharacter(name: "Hero", template: template.id, tags: ["tag"]))
        let page = CharacterPage(made.id, page: 1)
        for seed in 1...4 { try library.append([stroke(seed)], to: page) }
        try library.compact(page)
        for seed in 5...6 { try library.append([stroke(seed)], to: page) }
        try library.undo(page)
        return (library, page)
    }

    /// Changes the database in a way that Limn never does.
    private func harm(_ folder: TemporaryFolder, _ sql: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        try DatabaseQueue(path: folder.path("library/library.sqlite"), configuration: configuration).write {
            try $0.execute(sql: sql)
        }
    }

    @Test func `A library in normal use is clean`() throws {
        let folder = try TemporaryFolder()
        let (library, _) = try library(folder)
        let check = try library.check()
        #expect(check.isClean && check.diagnostics == [] && check.templateCount == 1 && check.drawingCount == 1)
    }

    @Test(arguments: [
        ("UPDATE inkEdit SET edit = x'00' WHERE number = 2", LibraryCheck.Problem.Kind.ink),
        ("UPDATE inkEdit SET edit = x'00' WHERE number = 6", .ink),
        ("DELETE FROM inkEdit WHERE number = 3", .ink),
        ("UPDATE drawing SET strokeCount = 77", .ink),
        ("UPDATE character SET template = 5", .reference),
        ("INSERT INTO characterThumbnail VALUES (5, 1, x'00')", .reference),
        ("INSERT INTO drawingReading VALUES (5, 1, 1, x'00')", .reference),
        ("UPDATE characterSearch_content SET c0 = 'other'", .search),
        ("DELETE FROM characterSearch_content", .search),
        ("UPDATE templateSearch_data SET block = x'00' WHERE id > 10", .search),
    ]) func `Repairable damage is repaired, and the ink is unchanged`(
        sql: String, kind: LibraryCheck.Problem.Kind
    ) throws {
        let folder = try TemporaryFolder()
        let (library, page) = try library(folder)
        let ink = try library.drawing(on: page)?.drawing
        try harm(folder, sql)
        let found = try library.check()
        #expect(found.problems.map(\.kind) == [kind] && found.remaining == found.problems, "\(found)")
        let repaired = try library.check(repairing: true)
        #expect(repaired.problems.map(\.kind) == [kind] && repaired.remaining == [], "\(repaired)")
        #expect(try library.check().isClean)
        #expect(try Library(at: folder.library).drawing(on: page)?.drawing == ink)
        #expect(try library.characters(CharacterFilter(search: "hero tag")).count == 1)
        let hasTemplate = try library.character(page.character).template != nil
        #expect(try library.characters(CharacterFilter(search: "strength")).count == (hasTemplate ? 1 : 0))
        while try library.undo(page) != nil {}
        while try library.redo(page) != nil {}
        #expect(try library.check().isClean)
    }

    @Test(arguments: [
        ("UPDATE drawingBase SET ink = x'00'", "has bytes that are not ink"),
        ("DELETE FROM drawingBase", "its snapshot is missing"),
        ("DELETE FROM inkEdit WHERE number = 5", "an edit is missing"),
        ("UPDATE templateDetail SET pages = x'00'", "The pages or the outline"),
        ("UPDATE drawing SET character = 5", "refer to rows that do not exist"),
        (
            "CREATE TRIGGER x AFTER INSERT ON character BEGIN DELETE FROM drawing; END",
            "a trigger “x” that Limn did not make"
        ),
        ("DROP TRIGGER characterMade", "lacks “characterMade”"),
    ]) func `Other damage is reported and not touched`(sql: String, words: String) throws {
        let folder = try TemporaryFolder()
        let (library, _) = try library(folder)
        try harm(folder, sql)
        let found = try library.check()
        #expect(found.problems.contains { $0.description.contains(words) }, "\(found)")
        #expect(try library.check(repairing: true).remaining == found.problems)
        #expect(try library.check() == found)
    }
}
