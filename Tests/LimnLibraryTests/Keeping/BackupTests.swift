// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import LimnFiles
import LimnInk
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

@Suite struct BackupTests {
    /// A library with ink and something to undo.
    private func library(_ folder: TemporaryFolder) throws -> (Library, CharacterPage) {
        let library = try Library(at: folder.library)
        let template = try library.importTemplate(sheet()).template
        let made = try library.createCharacter(NewCharacter(name: "A", template: template.id))
        let page = CharacterPage(made.id, page: 1)
        try library.append([stroke(1)], to: page)
        try library.append([stroke(2)], to: page)
        return (library, page)
    }

    @Test func `A backup is a complete library`() throws {
        let folder = try TemporaryFolder()
        let (library, page) = try library(folder)
        let copy = try library.backup(to: FilePath(folder.path("backup")))
        #expect(copy.templateCount == 1 && copy.characterCount == 1 && copy.warnings == [])
        #expect(folder.names == ["backup", "library"])
        try library.append([stroke(3)], to: page)
        let opened = try Library(at: FilePath(folder.path("backup")), creating: false)
        #expect(try opened.drawing(on: page)?.drawing.strokes == [stroke(1), stroke(2)])
        #expect(try opened.undo(page) != nil)
        #expect(try opened.content(of: try opened.templates()[0].id).bytes() == Array("%PDF Sheet".utf8))
        #expect(try opened.check().isClean)
    }

    @Test func `A backup replaces no existing files`() throws {
        let folder = try TemporaryFolder()
        let (library, _) = try library(folder)
        try FileManager.default.createDirectory(atPath: folder.path("taken"), withIntermediateDirectories: true)
        _ = try library.backup(to: FilePath(folder.path("taken")))
        #expect(failure { _ = try library.backup(to: FilePath(folder.path("taken"))) }?.code == .refused)
        try folder.write([1], "file")
        #expect(failure { _ = try library.backup(to: FilePath(folder.path("file"))) }?.code == .refused)
        #expect(folder.names == ["file", "library", "taken"])
    }

    @Test func `A backup is a consistent snapshot during concurrent changes`() async throws {
        let folder = try TemporaryFolder()
        let (library, page) = try library(folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let other = try Library(at: folder.library)
                for round in 0..<40 {
                    try other.append([stroke(round)], to: page)
                    let template = try other.importTemplate(sheet("T\(round)")).template
                    if round.isMultiple(of: 2) { try other.removeTemplate(template.id, keepingCharacters: true) }
                }
            }
            group.addTask {
                for number in 0..<6 { _ = try library.backup(to: FilePath(folder.path("backup \(number)"))) }
            }
            try await group.waitForAll()
        }
        for number in 0..<6 {
            let check = try Library(at: FilePath(folder.path("backup \(number)")), creating: false).check()
            #expect(check.isClean && check.diagnostics == [], "\(check)")
        }
    }

    @Test func `Restoring a backup also updates open libraries`() throws {
        let folder = try TemporaryFolder()
        let (library, page) = try library(folder)
        let template = try library.templates()[0]
        let backup = FilePath(folder.path("backup"))
        _ = try library.backup(to: backup)
        try library.append([stroke(3)], to: page)
        try library.append([stroke(4)], to: page)
        #expect(try library.drawing(on: page)?.revision == 4)
        try library.removeTemplate(template.id, keepingCharacters: true)
        try library.importTemplate(sheet("Later"))
        let copy = try Library.restore(from: backup, to: folder.library)
        #expect(copy.templateCount == 1 && copy.characterCount == 1)
        for library in [library, try Library(at: folder.library)] {
            #expect(try library.templates() == [template])
            #expect(try library.content(of: template.id).bytes() == Array("%PDF Sheet".utf8))
            #expect(try library.drawing(on: page)?.drawing.strokes == [stroke(1), stroke(2)])
            #expect(try library.check().isClean)
        }
        // The same revisions occur again, with other ink.
        let other = try Library(at: folder.library)
        for seed in 5...6 { try other.append([stroke(seed)], to: page) }
        #expect(try library.drawing(on: page)?.drawing.strokes == [1, 2, 5, 6].map { stroke($0) })
        #expect(folder.names == ["backup", "library", "library.replaced-1"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("library/blobs")).count == 1)
    }

    @Test func `A backup can replace a missing library and one that cannot be opened`() throws {
        let folder = try TemporaryFolder()
        let (library, page) = try library(folder)
        let backup = FilePath(folder.path("backup"))
        _ = try library.backup(to: backup)
        let new = FilePath(folder.path("new"))
        _ = try Library.restore(from: backup, to: new)
        #expect(try Library(at: new, creating: false).drawing(on: page)?.drawing.strokes.count == 2)

        try FileManager.default.createDirectory(atPath: folder.path("broken"), withIntermediateDirectories: true)
        try folder.write(Array("broken".utf8), "broken/library.sqlite")
        let broken = FilePath(folder.path("broken"))
        let copy = try Library.restore(from: backup, to: broken)
        #expect(copy.replaced == FilePath(folder.path("broken.replaced-1")))
        #expect(try Library(at: broken, creating: false).check().isClean)
        #expect(
            FileManager.default.contents(atPath: folder.path("broken.replaced-1/library.sqlite")) == Data("broken".utf8)
        )
    }

    @Test func `A backup of which nothing is left is not restored, and no backup is changed`() throws {
        let folder = try TemporaryFolder()
        let (library, page) = try library(folder)
        let backup = FilePath(folder.path("backup"))
        _ = try library.backup(to: backup)
        try library.append([stroke(3)], to: page)
        let blob = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path("backup/blobs")).first)
        try folder.write([1, 2, 3], "backup/blobs/\(blob)")
        let size = try #require(FileManager.default.contents(atPath: folder.path("backup/library.sqlite"))).count
        for content in [[UInt8](repeating: 0, count: size), [], Array("no database".utf8)] {
            try folder.write(content, "backup/library.sqlite")
            #expect(failure { _ = try Library.restore(from: backup, to: folder.library) }?.code == .damaged)
            #expect(try library.drawing(on: page)?.drawing.strokes.count == 3)
            #expect(try library.check().isClean)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("backup"))
            #expect(names.sorted() == ["blobs", "library.sqlite"])
            #expect(FileManager.default.contents(atPath: folder.path("backup/library.sqlite")) == Data(content))
        }
        #expect(folder.names == ["backup", "library"])
        #expect(
            failure { _ = try Library.restore(from: FilePath(folder.path("none")), to: folder.library) }?.code
                == .notFound)
        #expect(failure { _ = try Library.restore(from: folder.library, to: folder.library) }?.code == .refused)
    }
}
