// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import LimnFiles
import LimnInk
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

@Suite struct OpeningTests {
    private func database(_ folder: TemporaryFolder) throws -> DatabaseQueue {
        try DatabaseQueue(path: folder.path("library/library.sqlite"))
    }

    @Test func `A missing library is created only if asked for`() throws {
        let folder = try TemporaryFolder()
        #expect(failure { _ = try Library(at: folder.library, creating: false) }?.code == .notFound)
        #expect(folder.names == [])
        _ = try Library(at: folder.library.appending("deep").appending("er"))
        #expect(FileManager.default.fileExists(atPath: folder.path("library/deep/er/library.sqlite")))
    }

    @Test func `The log is synced at every commit`() throws {
        let folder = try TemporaryFolder()
        let library = try Library(at: folder.library)
        let settings = try library.settings()
        #expect(settings == ["journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"])
    }

    @Test(arguments: [false, true]) func `A library of a newer Limn is refused and not changed`(isInLog: Bool) throws {
        let folder = try TemporaryFolder()
        var library: Library? = try Library(at: folder.library)
        try library?.createCharacter(NewCharacter(name: "A", template: nil))
        if !isInLog { library = nil }
        let queue = try database(folder)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
        if !isInLog { try queue.close() }
        func state() throws -> [String: Data] {
            var state: [String: Data] = [:]
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path("library")) {
                state[name] = FileManager.default.contents(atPath: folder.path("library/" + name)) ?? Data()
            }
            return state
        }
        let before = try state()
        let error = failure { _ = try Library(at: folder.library) }
        #expect(error?.code == .newerVersion)
        #expect(
            error?.description.contains(
                "written by a newer Limn (its schema has version 99, this Limn supports versions up to 12)") == true)
        #expect(try state() == before)
        let copy = folder.library.removingLastComponent().appending("copy")
        #expect(failure { _ = try Library.restore(from: folder.library, to: copy) }?.code == .newerVersion)
        #expect(folder.names == ["library"])
        withExtendedLifetime((library, queue)) {}
    }

    @Test func `A library with an unknown migration is refused`() throws {
        let folder = try TemporaryFolder()
        _ = try Library(at: folder.library)
        let queue = try database(folder)
        try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99: from the future')") }
        try queue.close()
        #expect(failure { _ = try Library(at: folder.library) }?.code == .newerVersion)
    }

    @Test func `Other databases and other files are refused with the right error`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("library"), withIntermediateDirectories: true)
        let queue = try database(folder)
        try queue.write {
            try $0.execute(sql: "CREATE TABLE x (y); PRAGMA user_version = 3; PRAGMA application_id = 77")
        }
        try queue.close()
        #expect(failure { _ = try Library(at: folder.library) }?.code == .notLibrary)
        try folder.write(Array("no database, but long enough to be the head of one".utf8), "library/library.sqlite")
        #expect(failure { _ = try Library(at: folder.library) }?.code == .notLibrary)
        try folder.write([], "library/library.sqlite")
        #expect(try Library(at: folder.library).characters() == [])
        try folder.write([1], "file")
        #expect(failure { _ = try Library(at: FilePath(folder.path("file"))) } != nil)
    }

    @Test func `A database without an application id is refused unless it is empty`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("library"), withIntermediateDirectories: true)
        let queue = try database(folder)
        try queue.write { try $0.execute(sql: "CREATE TABLE song (title)") }
        try queue.close()
        let before = FileManager.default.contents(atPath: folder.path("library/library.sqlite"))
        #expect(failure { _ = try Library(at: folder.library) }?.code == .notLibrary)
        #expect(FileManager.default.contents(atPath: folder.path("library/library.sqlite")) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("library")) == ["library.sqlite"])
        // The state that a Limn leaves which is killed before it creates its tables.
        let own = try database(folder)
        try own.write {
            try $0.execute(sql: "DROP TABLE song; CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        }
        try own.close()
        #expect(try Library(at: folder.library).characters() == [])
    }

    @Test(arguments: [true, false])
    func `A torn first page is restored from a hot journal`(hasJournal: Bool) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("library"), withIntermediateDirectories: true)
        try folder.write([UInt8](repeating: 0, count: 4096), "library/library.sqlite")
        // A journal header (sqlite.org/fileformat2.html, 3): no records, an initial size of 0 pages, sectors of 512
        // bytes, pages of 4096 bytes.
        let numbers: [UInt32] = [0, 1, 0, 512, 4096]
        let head: [UInt8] =
            [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
            + numbers.flatMap { withUnsafeBytes(of: $0.bigEndian) { Array($0) } }
        if hasJournal {
            try folder.write(head + [UInt8](repeating: 0, count: 512 - head.count), "library/library.sqlite-journal")
            #expect(try Library(at: folder.library, creating: false).characters() == [])
        } else {
            #expect(failure { _ = try Library(at: folder.library, creating: false) }?.code == .notLibrary)
        }
    }

    @Test func `Damage anywhere in a database is an error, never a crash`() throws {
        let folder = try TemporaryFolder()
        var library: Library? = try Library(at: folder.library)
        let template = try #require(library).importTemplate(sheet(text: "words words")).template
        for number in 0..<20 {
            let made = try #require(library).createCharacter(NewCharacter(name: "C\(number)", template: template.id))
            try library?.append([stroke(number)], to: CharacterPage(made.id, page: 1))
        }
        library = nil
        let path = folder.path("library/library.sqlite")
        let sound = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<25 {
            var damaged = sound
            for _ in 0..<40 {
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            try folder.write(damaged, "library/library.sqlite")
            for name in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + name) }
            let error = failure {
                let library = try Library(at: folder.library)
                _ = try library.check(repairing: true)
                for character in try library.characters(CharacterFilter(search: "words")) {
                    _ = try library.drawing(on: CharacterPage(character.id, page: 1))
                }
            }
            #expect(error?.description.hasSuffix(".") != false)
        }
    }

    @Test func `Opening a library and reading it writes nothing`() throws {
        let folder = try TemporaryFolder()
        do { try Library(at: folder.library).createCharacter(NewCharacter(name: "A", template: nil)) }
        func state() throws -> [String: Data] {
            try ["library.sqlite", "library.sqlite-wal"].reduce(into: [:]) {
                $0[$1] = try Data(contentsOf: folder.url.appendingPathComponent("library/\($1)"))
            }
        }
        let before = try state()
        do { #expect(try Library(at: folder.library).characters().count == 1) }
        #expect(try state() == before)
    }

    @Test func `A library may be in a folder whose name is not UTF-8`() throws {
        let folder = try TemporaryFolder()
        // The last byte is Latin-1 and not valid UTF-8.
        let name = Array("\(folder.url.path)/b\u{6f}se".utf8) + [0xf6]
        let path = (name + [0]).withUnsafeBufferPointer {
            $0.withMemoryRebound(to: CChar.self) { FilePath(platformString: $0.baseAddress.unsafelyUnwrapped) }
        }
        let library = try Library(at: path)
        let template = try library.importTemplate(sheet()).template
        let made = try library.createCharacter(NewCharacter(name: "A", template: template.id))
        try library.append([stroke(1)], to: CharacterPage(made.id, page: 1))
        let opened = try Library(at: path, creating: false)
        #expect(try opened.drawing(on: CharacterPage(made.id, page: 1))?.drawing.strokes == [stroke(1)])
        #expect(try opened.content(of: template.id).bytes() == Array("%PDF Sheet".utf8))
        #expect(try opened.check().isClean)
        _ = try library.backup(to: path.appending("backup"))
        let copy = path.appending("copy")
        _ = try Library.restore(from: path.appending("backup"), to: copy)
        #expect(try Library(at: copy, creating: false).characters() == library.characters())
        let blob = path.appending("blobs").appending(template.contentHash)
        #expect(try InputFile(blob).size == 10)
    }

    @Test func `Concurrent opens of a new library all succeed`() async throws {
        let folder = try TemporaryFolder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let library = try Library(at: folder.library)
                    try library.createCharacter(NewCharacter(name: "\(task)", template: nil))
                }
            }
            try await group.waitForAll()
        }
        #expect(try Library(at: folder.library).characters().map(\.name) == (0..<8).map { "\($0)" })
    }
}
