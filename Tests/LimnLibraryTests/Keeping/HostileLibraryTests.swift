// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import LimnFiles
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

/// A library from elsewhere is data: nothing in it names files outside, runs, or takes forever.
@Suite struct HostileLibraryTests {
    /// A closed library with a template and a character with ink.
    private func library(_ name: String = "library") throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let library = try Library(at: FilePath(folder.path(name)))
        let template = try library.importTemplate(sheet(text: "words")).template
        let made = try library.createCharacter(NewCharacter(name: "Hero", template: template.id))
        try library.append([stroke(1)], to: CharacterPage(made.id, page: 1))
        return folder
    }

    /// Changes a database as its owner can.
    private func change(_ folder: TemporaryFolder, _ sql: String, library: String = "library") throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: folder.path("\(library)/library.sqlite"), configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    static let names = [
        "../../victim", "FOLDER/victim", "../victim", ".", "", "blob\n", String(repeating: "A", count: 64),
        String(repeating: "0", count: 63) + "/", String(repeating: "0", count: 33),
    ]

    @Test(arguments: names) func `A hash from a database never becomes a path unless it is one`(name: String) throws {
        let folder = try library("deep/library")
        let victim = Array("precious".utf8)
        let places = ["victim", "deep/victim", "deep/library/victim"]
        for place in places { try folder.write(victim, place) }
        // An absolute path is tried, too.
        let name = name.replacing("FOLDER", with: folder.url.path)
        try change(folder, "UPDATE template SET blob = '\(name)'", library: "deep/library")
        let library = try Library(at: FilePath(folder.path("deep/library")))
        let template = try #require(try library.templates().first)
        #expect(failure { _ = try library.content(of: template.id) }?.code == .damaged)
        #expect(try library.check(repairing: true).problems.contains { $0.kind == .blob })
        // The backup is where the library's file would lead out of it.
        let backup = FilePath(folder.path("deep/backup"))
        #expect(try library.backup(to: backup).warnings.count == 1)
        let new = FilePath(folder.path("deep/new"))
        #expect(try Library.restore(from: backup, to: new).warnings.count == 1)
        try library.removeTemplate(template.id, keepingCharacters: true)
        try library.emptyTrash()
        try library.collectBlobs()
        for place in places { #expect(try Array(Data(contentsOf: folder.url.appendingPathComponent(place))) == victim) }
    }

    @Test(arguments: [
        ("CREATE TRIGGER evil AFTER INSERT ON character BEGIN DELETE FROM drawing; END", "a trigger “evil”"),
        ("CREATE VIEW evil AS SELECT * FROM character", "a view “evil”"),
        ("CREATE TABLE evil (a)", "a table “evil”"),
        ("CREATE INDEX evil ON character (name)", "an index “evil”"),
        ("CREATE VIRTUAL TABLE evil USING fts5(a)", "that Limn did not make"),
        ("ALTER TABLE character ADD COLUMN evil INTEGER AS (1)", "the table “character”"),
        ("ALTER TABLE state RENAME TO evil", "“evil”"),
        ("DROP INDEX characterTemplate", "lacks “characterTemplate”"),
        (
            "DROP TRIGGER characterMade; CREATE TRIGGER characterMade AFTER INSERT ON character BEGIN SELECT 1; END",
            "the trigger “characterMade”"
        ),
        (
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'name TEXT NOT NULL', "
                + "'name TEXT NOT NULL CHECK (length(name) > 0)') WHERE name = 'character'", "the table “character”"
        ),
        ("PRAGMA user_version = 2", "the table “"),
        ("ANALYZE", "“sqlite_stat1”"),
    ]) func `A database whose schema is not exactly Limn's is not opened`(sql: String, words: String) throws {
        let folder = try library()
        try change(folder, sql)
        let error = failure { _ = try Library(at: folder.library) }
        #expect(error?.code == .damaged && error?.description.contains(words) == true, "\(error?.description ?? "-")")
        #expect(error?.description.hasSuffix(" It is damaged or was tampered with.") == true)
        // Nor is it restored.
        let new = FilePath(folder.path("new"))
        let refusal = failure { _ = try Library.restore(from: folder.library, to: new) }
        #expect(refusal?.description.contains("library was not opened") == true, "\(refusal?.description ?? "-")")
        #expect(failure { _ = try Library(at: new, creating: false) }?.code == .notFound)
    }

    @Test func `SQLite distrusts what is in a library`() throws {
        let folder = try library()
        let library = try Library(at: folder.library)
        #expect(try library.setting("trusted_schema") == "0")
        #expect(try library.setting("cell_size_check") == "1")
        // Not even within Limn's own transactions can SQL write to the search index behind SQLite's back.
        for sql in [
            "UPDATE characterSearch_content SET c0 = 'x'", "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema",
        ] {
            #expect(failure { try library.execute(sql) } != nil, "\(sql)")
        }
        #expect(try library.check().isClean)
    }

    /// Values of types that the columns do not allow, and numbers that nobody can calculate with.
    static let values = [
        "UPDATE character SET name = NULL", "UPDATE character SET inkVersion = 9223372036854775807",
        "UPDATE character SET inkVersion = 'x'", "UPDATE character SET created = 9223372036854775807",
        "UPDATE character SET lastPage = x'00'", "UPDATE character SET tags = 5.5", "UPDATE template SET name = NULL",
        "UPDATE template SET byteCount = NULL", "UPDATE template SET pageCount = -1",
        "UPDATE template SET pageCount = 9223372036854775807", "UPDATE template SET imported = -9223372036854775808",
        "UPDATE template SET blob = NULL", "UPDATE template SET blob = x'ff'", "UPDATE drawing SET page = -1",
        "UPDATE drawing SET page = 9223372036854775807", "UPDATE drawing SET applied = 9223372036854775807",
        "UPDATE drawing SET base = -9223372036854775808", "UPDATE drawing SET revision = NULL",
        "UPDATE drawing SET strokeCount = 9223372036854775807", "UPDATE drawing SET journalSize = 9223372036854775807",
        "UPDATE drawing SET modified = 9223372036854775807", "UPDATE inkEdit SET edit = NULL",
        "UPDATE inkEdit SET edit = 7", "UPDATE inkEdit SET number = 9223372036854775807",
        "UPDATE inkEdit SET made = 'never'", "UPDATE inkEdit SET inkVersion = NULL",
        "UPDATE templateDetail SET pages = NULL", "UPDATE templateDetail SET outline = 1",
        "UPDATE templateDetail SET thumbnail = 'x'", "UPDATE state SET value = 'x'",
    ]

    @Test(arguments: values) func `Impossible values are errors, never the end of the process`(sql: String) throws {
        let folder = try library()
        let path = "\(folder.path("library/library.sqlite"))"
        let schema = try DatabaseQueue(path: path).read { database in
            try Row.fetchAll(database, sql: "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
                .map { (name: $0[0] as String, sql: $0[1] as String) }
        }
        try change(
            folder,
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ') STRICT, WITHOUT', ') WITHOUT'), ') STRICT', ')'),
                ' NOT NULL', '') WHERE type = 'table' AND sql LIKE '%STRICT%'
            """)
        try change(folder, sql)
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA writable_schema = ON")
            for entry in schema {
                try database.execute(
                    sql: "UPDATE sqlite_schema SET sql = ? WHERE name = ?", arguments: [entry.sql, entry.name])
            }
        }
        try queue.close()
        let library = try Library(at: folder.library)
        var errors: [LibraryError] = []
        func attempt(_ body: () throws -> Void) {
            do { try body() } catch let error as LibraryError { errors.append(error) } catch {
                Issue.record("\(error)")
            }
        }
        attempt { _ = try library.check(repairing: true) }
        attempt { _ = try library.characters() }
        attempt { _ = try library.lastViewed() }
        attempt {
            for template in try library.templates() {
                attempt { _ = try library.content(of: template.id) }
                attempt { _ = try library.pages(of: template.id) }
                attempt { _ = try library.outline(of: template.id) }
                attempt { _ = try library.thumbnail(of: template.id) }
            }
        }
        attempt {
            for character in try library.characters() {
                let page = CharacterPage(character.id, page: 1)
                attempt { _ = try library.drawnPages(of: character.id) }
                attempt { _ = try library.drawing(on: page) }
                attempt { _ = try library.changes(of: character.id) }
                attempt { _ = try library.snapshot(of: character.id) }
                attempt { try library.append([stroke(2)], to: page) }
                attempt { try library.undo(page) }
                attempt { try library.redo(character.id) }
                attempt { try library.duplicateCharacter(character.id, named: "Copy") }
            }
        }
        attempt { _ = try library.backup(to: FilePath(folder.path("backup"))) }
        for error in errors { #expect(error.description.hasSuffix("."), "\(error)") }
    }
}
