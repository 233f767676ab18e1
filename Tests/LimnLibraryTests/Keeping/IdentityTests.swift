// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

/// Contents are told apart by their SHA-256, because anyone can make two with the same XXH3 hash.
@Suite struct IdentityTests {
    private func template(_ name: String, _ bytes: [UInt8]) -> NewTemplate {
        var template = sheet(name)
        template.content = InputFile(bytes: bytes, named: FilePath("\(name).pdf"))
        return template
    }

    @Test(arguments: LibraryKind.allCases)
    func `Two PDFs that were made to have one XXH3 hash are both kept`(kind: LibraryKind) throws {
        let (one, other) = (Collision.content(1), Collision.content(1000))
        #expect(one != other && QuickHash(one) == QuickHash(other))
        let store = try Fixture(kind).store
        let imported = try store.importTemplates([template("One", one), template("Other", other)])
        #expect(imported.map(\.alreadyExisted) == [false, false])
        for (found, bytes) in zip(imported, [one, other]) {
            #expect(found.template.contentHash == ContentHash(bytes).description)
            #expect(try store.content(of: found.template.id).bytes() == bytes)
            #expect(try store.template(withContentHash: ContentHash(bytes).description) == found.template)
        }
    }

    @Test func `A PDF with the hash of one in an old library does not take its place`() throws {
        let (one, other) = (Collision.content(1), Collision.content(1000))
        let old = try OldLibrary(adding: ["One": one])
        let library = try Library(at: old.folder.library)
        let imported = try library.importTemplate(template("Other", other))
        #expect(!imported.alreadyExisted)
        #expect(try library.content(of: imported.template.id).bytes() == other)
        #expect(try library.content(of: library.resolveTemplate("One").id).bytes() == one)
        #expect(try library.importTemplate(template("Again", one)).alreadyExisted)
    }

    @Test func `Opening an old library gives its PDFs the names of today`() throws {
        let old = try OldLibrary(adding: ["A": [1, 2, 3], "B": [UInt8](repeating: 7, count: 3 << 20)])
        #expect(try old.blobs == old.oldNames)
        #expect(try old.version == 1)
        let library = try Library(at: old.folder.library)
        #expect(try old.blobs == old.newNames)
        #expect(try old.version == 12)
        #expect(try old.problems(of: library) == [])
        #expect(try library.check().diagnostics == [])
        #expect(try library.templates().map(\.contentHash).sorted() == old.newNames)
        let backup = FilePath(old.folder.path("backup"))
        #expect(try library.backup(to: backup).warnings == [])
        #expect(try old.problems(of: Library(at: backup, creating: false)) == [])
    }

    @Test func `A PDF that is damaged in an old library keeps its name, and is healed by importing it again`() throws {
        let old = try OldLibrary(adding: ["A": [1, 2, 3], "B": [4, 5, 6]])
        let (damaged, missing) = (QuickHash([1, 2, 3]).description, QuickHash([4, 5, 6]).description)
        try old.folder.write([1, 2, 4], "library/blobs/\(damaged)")
        try FileManager.default.removeItem(atPath: old.folder.path("library/blobs/\(missing)"))
        let library = try Library(at: old.folder.library)
        #expect(try library.resolveTemplate("A").contentHash == damaged)
        #expect(try library.resolveTemplate("B").contentHash == missing)
        #expect(try library.check().problems.map(\.kind) == [.blob, .blob])
        #expect(failure { _ = try library.content(of: library.resolveTemplate("A").id) }?.code == .damaged)
        for (name, bytes) in [("A", [1, 2, 3] as [UInt8]), ("B", [4, 5, 6])] {
            let imported = try library.importTemplate(template("Again", bytes))
            #expect(imported.alreadyExisted && imported.template.name == name)
            #expect(imported.template.contentHash == ContentHash(bytes).description)
        }
        #expect(try old.problems(of: library) == [])
        try library.collectBlobs()
        #expect(try old.blobs == old.newNames)
    }

    @Test func `A backup of an old library is restored into a library of today, and stays as it is`() throws {
        let old = try OldLibrary(adding: ["A": [1, 2, 3]])
        let target = FilePath(old.folder.path("new"))
        let copy = try Library.restore(from: old.folder.library, to: target)
        #expect(copy.templateCount == 2 && copy.warnings == [] && copy.replaced == nil)
        #expect(try old.problems(of: Library(at: target, creating: false)) == [])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: old.folder.path("new/blobs")).sorted() == old.newNames)
        #expect(try old.blobs == old.oldNames)
        #expect(try old.version == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: old.folder.path("library"))
        #expect(names.sorted() == ["blobs", "library.sqlite"])
    }
}

/// A migration that is killed, or fails, at any of its writes. With `LIMN_LIBRARY_FAULTS` at each, otherwise at a sample.
@Suite(.serialized) struct MigrationFaultTests {
    private static func open(_ old: OldLibrary, _ settings: [String: String]) throws -> (Finished, operations: Int) {
        let notes = old.folder.path("notes")
        var environment = ["LD_PRELOAD": try Shim.path(), "SWIFT_BACKTRACE": "enable=no", "LIMN_SHIM_NOTES": notes]
        let library = old.folder.url.resolvingSymlinksInPath().appendingPathComponent("library").path
        environment["LIMN_SHIM_FOLDER"] = library
        for (name, value) in settings { environment["LIMN_SHIM_\(name)"] = value }
        let finished = try run(Artist.path, ["open", library].map { Array($0.utf8) }, environment: environment)
        let text = (try? String(contentsOfFile: notes, encoding: .utf8)) ?? ""
        let last = (text.split(separator: "\n").last ?? "").split(separator: " ").compactMap { Int($0) }
        return (finished, last.first ?? 0)
    }

    private static func old() throws -> OldLibrary {
        try OldLibrary(adding: ["A": [1, 2, 3], "B": [UInt8](repeating: 7, count: 200_000)])
    }

    @Test(arguments: ["KILL", "FAIL"])
    func `A migration that ends at any write leaves a library that opens with all its PDFs`(kind: String) throws {
        let whole = try Self.open(try Self.old(), [:])
        #expect(whole.0.text == "opened\n" && whole.operations > 20)
        var unfinished = 0
        let numbers = Thoroughness.sample(1...max(whole.operations, 1), 25, seed: 3)
        defer { printFigure("a migration \(kind == "KILL" ? "is killed" : "fails") at a write", numbers.count) }
        for number in numbers {
            let old = try Self.old()
            var settings = ["AT": "\(number)", "ERRNO": "\(EIO)"]
            if kind == "KILL" { settings["KILL"] = "1" }
            let (finished, _) = try Self.open(old, settings)
            if finished.text != "opened\n" { unfinished += 1 }
            let library = try Library(at: old.folder.library, creating: false)
            #expect(try old.problems(of: library) == [], "\(number)")
            #expect(try old.version == 12, "\(number)")
            // Names that nobody needs may be left, and can be collected.
            try library.collectBlobs()
            #expect(try old.blobs == old.newNames, "\(number)")
        }
        #expect(unfinished > 5)
    }
}
