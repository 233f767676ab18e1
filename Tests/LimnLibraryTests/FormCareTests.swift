// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import LimnFiles
import LimnForms
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

/// Form values in backups, merges, checks and what is left of damaged libraries.
@Suite struct FormCareTests {
    private let picture: [UInt8] = [0x89, 1, 2, 3]
    private var hash: String { ContentHash(picture).description }

    /// A library with a character whose values were changed three times, the last time undone.
    private func library(_ folder: TemporaryFolder) throws -> (Library, CharacterID) {
        let library = try Library(at: folder.library)
        let template = try library.importTemplate(sheet()).template
        let id = try library.createCharacter(NewCharacter(name: "Hero", template: template.id)).id
        try library.setFormValues(["class": .text("Mage"), "hurt": .flag(true)], of: id)
        try library.setFormValues(
            ["portrait": .picture(path: hash), "class": .text("Bard")], removing: [], pictures: [picture], of: id,
            expecting: 1)
        try library.setFormValues(["class": .text("Thief")], of: id)
        try library.undoForm(of: id)
        return (library, id)
    }

    private var values: [String: FieldEntry] {
        ["class": .text("Bard"), "hurt": .flag(true), "portrait": .picture(path: hash)]
    }

    private func expectAll(_ library: Library, _ id: CharacterID, _ what: Comment) throws {
        let found = try library.formValues(of: id)
        #expect(found.entries == values && found.revision == 4 && found.canUndo && found.canRedo, what)
        #expect(try library.formPicture(hash, of: id) == picture, what)
        #expect(try library.check().isClean, what)
        #expect(try library.characters(CharacterFilter(search: "bard")).map(\.id) == [id], what)
    }

    private func harm(_ folder: TemporaryFolder, _ sql: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        try DatabaseQueue(path: folder.path("library/library.sqlite"), configuration: configuration).write {
            try $0.execute(sql: sql)
        }
    }

    @Test func `Backups, restores, merges and salvages have all values`() throws {
        let folder = try TemporaryFolder()
        let (library, id) = try library(folder)
        func path(_ name: String) -> FilePath { FilePath(folder.path(name)) }
        try expectAll(library, id, "the library")
        _ = try library.backup(to: path("backup"))
        try expectAll(Library(at: path("backup")), id, "backup")
        _ = try Library.restore(from: path("backup"), to: path("restored"))
        try expectAll(Library(at: path("restored")), id, "restored")
        _ = try Library.merge(from: path("backup"), into: path("merged"))
        try expectAll(Library(at: path("merged")), id, "merged")
        let salvaged = try Library.salvage(from: path("backup"), into: path("salvaged"))
        #expect(salvaged.warnings == [])
        try expectAll(Library(at: path("salvaged")), id, "salvaged")
        // A character that has changed since comes back as another one, with its own values.
        try library.setFormValues(["class": .text("King")], of: id)
        let merged = try Library.merge(from: path("backup"), into: folder.library, characters: ["Hero"])
        let other = try #require(merged.characters.first)
        #expect(other.id != id && other.name == "Hero (backup)")
        #expect(try library.formValues(of: other.id).entries == values)
        #expect(try library.formPicture(hash, of: other.id) == picture)
        #expect(try library.undoForm(of: other.id) != nil)
        #expect(try library.formValues(of: id).entries["class"] == .text("King"))
        #expect(try library.check().isClean)
    }

    @Test(arguments: [
        ("UPDATE formEdit SET edit = x'00' WHERE number = 1", LibraryCheck.Problem.Kind.form),
        ("UPDATE formEdit SET edit = x'00' WHERE number = 3", .form),
        ("DELETE FROM formEdit WHERE number = 2", .form),
        ("UPDATE characterFormSearch_content SET c0 = 'other'", .search),
    ]) func `Damage of the journal and of the index is repaired, and the values are unchanged`(
        sql: String, kind: LibraryCheck.Problem.Kind
    ) throws {
        let folder = try TemporaryFolder()
        let (library, id) = try library(folder)
        try harm(folder, sql)
        let found = try library.check()
        #expect(found.problems.map(\.kind) == [kind], "\(found)")
        let repaired = try library.check(repairing: true)
        #expect(repaired.problems.map(\.kind) == [kind] && repaired.remaining == [], "\(repaired)")
        #expect(try library.check().isClean)
        #expect(try library.formValues(of: id).entries == values)
        #expect(try library.characters(CharacterFilter(search: "bard")).map(\.id) == [id])
    }

    @Test func `Values and pictures that are damaged are told, and not repaired`() throws {
        for sql in [
            "UPDATE characterForm SET entries = x'7b'", "UPDATE formPicture SET bytes = x'00'",
            "DELETE FROM formPicture",
        ] {
            let folder = try TemporaryFolder()
            let (library, id) = try library(folder)
            try harm(folder, sql)
            let found = try library.check(repairing: true)
            #expect(found.remaining.map(\.kind) == [.form], "\(found)")
            #expect(found.remaining.first?.description.contains("“Hero”") == true)
            let copy = try library.backup(to: FilePath(folder.path("backup")))
            #expect(copy.warnings.count == 1, "\(copy)")
            // The character is there all the same.
            #expect(try library.snapshot(of: id).character.name == "Hero")
        }
    }

    @Test(arguments: [
        "UPDATE characterForm SET revision = -1", "UPDATE characterForm SET applied = 9223372036854775807",
        "UPDATE characterForm SET applied = 4503599627370496",
        "UPDATE characterForm SET modified = -9223372036854775808",
        "UPDATE characterForm SET entries = CAST(replace(hex(zeroblob(2000)), '00', '[') AS BLOB)",
        #"UPDATE characterForm SET entries = CAST('{"a":{"b":1},"c":null}' AS BLOB)"#,
        "UPDATE formEdit SET number = -5 WHERE number = 1",
        "UPDATE formEdit SET number = 9223372036854775807 WHERE number = 3",
        "UPDATE formEdit SET edit = zeroblob(3000000)", "UPDATE formPicture SET hash = '../../x'",
    ]) func `Forged rows are errors or refused, and end nothing`(sql: String) throws {
        let folder = try TemporaryFolder()
        let (library, id) = try library(folder)
        try harm(folder, sql)
        for body in [
            { _ = try library.formValues(of: id) }, { _ = try library.undoForm(of: id) },
            { _ = try library.redoForm(of: id) }, { _ = try library.formPicture("../../x", of: id) },
            { try library.setFormValues(["class": .text("King")], of: id) },
            { _ = try library.duplicateCharacter(id, named: "Copy") }, { _ = try library.snapshot(of: id) },
            { _ = try library.check(repairing: true) }, { _ = try library.backup(to: FilePath(folder.path("backup"))) },
            { _ = try Library.salvage(from: folder.library, into: FilePath(folder.path("salvaged"))) },
        ] {
            do { try body() } catch { #expect(error is LibraryError, "\(error)") }
        }
        // The ink, the name and the rest are there all the same.
        #expect(try library.character(id).name == "Hero")
        #expect(try Library(at: FilePath(folder.path("salvaged"))).characters().contains { $0.name == "Hero" })
    }

    @Test func `Values whose record is lost are salvaged from their changes`() throws {
        for sql in ["UPDATE characterForm SET entries = x'7b7d7d'", "DELETE FROM characterForm"] {
            let folder = try TemporaryFolder()
            let (_, id) = try library(folder)
            try harm(folder, sql)
            let salvaged = FilePath(folder.path("salvaged"))
            let copy = try Library.salvage(from: folder.library, into: salvaged)
            #expect(copy.warnings.contains { $0.contains("form values of “Hero”") }, "\(copy)")
            let library = try Library(at: salvaged)
            let found = try library.formValues(of: id)
            // Which change was undone is not known any more.
            #expect(found.entries == values.merging(["class": .text("Thief")]) { $1 })
            #expect(try library.formPicture(hash, of: id) == picture)
            #expect(try library.check().isClean)
        }
    }

    @Test func `The values of a character that is lost with all traces are left out and told`() throws {
        let folder = try TemporaryFolder()
        let (library, id) = try library(folder)
        _ = library
        try harm(folder, "PRAGMA trusted_schema = ON")
        try harm(folder, "DELETE FROM character WHERE id = \(id.value)")
        let salvaged = FilePath(folder.path("salvaged"))
        let copy = try Library.salvage(from: folder.library, into: salvaged)
        #expect(copy.warnings.contains { $0.contains("The form values of a character were found") }, "\(copy)")
        #expect(try Library(at: salvaged).check().isClean)
    }
}
