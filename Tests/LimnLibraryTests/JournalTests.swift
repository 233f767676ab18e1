// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import LimnInk
import LimnLibrary
import Testing
import TestSupport

@Suite struct JournalTests {
    private func character(_ folder: TemporaryFolder) throws -> (Library, CharacterPage) {
        let library = try Library(at: folder.library)
        let made = try library.createCharacter(NewCharacter(name: "A", template: nil))
        return (library, CharacterPage(made.id, page: 1))
    }

    private func number(_ folder: TemporaryFolder, _ sql: String) throws -> Int {
        try DatabaseQueue(path: folder.path("library/library.sqlite")).read { try Int.fetchOne($0, sql: sql) ?? -1 }
    }

    @Test func `Appending writes the new strokes only`() throws {
        let folder = try TemporaryFolder()
        let (library, page) = try character(folder)
        let large = (0..<4000).map { stroke($0) }
        try library.append(large, to: page)
        try library.compact(page)
        let log = folder.path("library/library.sqlite-wal")
        func size() throws -> Int {
            try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int ?? 0
        }
        let base = try number(folder, "SELECT length(ink) FROM drawingBase")
        #expect(base > 300_000)
        // Restart the log, so that its size is what one save writes.
        _ = try DatabaseQueue(path: folder.path("library/library.sqlite")).writeWithoutTransaction {
            try $0.checkpoint(.truncate)
        }
        try library.append([stroke(1)], to: page)
        #expect(try size() < 64 << 10)
        #expect(try library.drawing(on: page)?.drawing.strokes == large + [stroke(1)])
    }

    @Test func `A long journal is compacted automatically, and undo still goes back beyond the snapshot`() throws {
        let folder = try TemporaryFolder()
        let (library, page) = try character(folder)
        for seed in 0..<600 { try library.append([stroke(seed)], to: page) }
        #expect(try number(folder, "SELECT applied - base FROM drawing") <= 256)
        #expect(try number(folder, "SELECT base FROM drawing") >= 256)
        #expect(try library.drawing(on: page)?.drawing.strokes == (0..<600).map { stroke($0) })
        for _ in 0..<590 { try library.undo(page) }
        let other = try Library(at: folder.library)
        #expect(try other.drawing(on: page)?.drawing.strokes == (0..<10).map { stroke($0) })
        try other.append([stroke(700)], to: page)
        #expect(try library.drawing(on: page)?.drawing.strokes == (0..<10).map { stroke($0) } + [stroke(700)])
        #expect(try number(folder, "SELECT count(*) FROM inkEdit") == 11)
        for _ in 0..<11 { try library.undo(page) }
        #expect(try library.drawing(on: page)?.drawing.strokes == [])
        for _ in 0..<11 { try library.redo(page) }
        #expect(try library.drawing(on: page)?.drawing.strokes.count == 11)
        #expect(try library.check().isClean)
    }

    @Test func `After compaction a thousand edits can be undone, and the ink before them stays`() throws {
        let folder = try TemporaryFolder()
        let (library, page) = try character(folder)
        for seed in 0..<1010 { try library.append([stroke(seed % 7)], to: page) }
        try library.compact(page)
        #expect(try number(folder, "SELECT count(*) FROM inkEdit") == 1000)
        var count = 0
        while try library.undo(page) != nil { count += 1 }
        #expect(count == 1000)
        #expect(try library.drawing(on: page)?.drawing.strokes == (0..<10).map { stroke($0 % 7) })
        #expect(try library.check().isClean)
    }

    @Test func `Opening a page reads the ink of no other page`() throws {
        let folder = try TemporaryFolder()
        let library = try Library(at: folder.library)
        let drawings = Dictionary(uniqueKeysWithValues: (1...100).map { ($0, Drawing(strokes: [stroke($0)])) })
        let made = try library.createCharacter(NewCharacter(name: "A", template: nil, drawings: drawings))
        // Unreadable ink on all other pages has no effect.
        try DatabaseQueue(path: folder.path("library/library.sqlite")).write {
            try $0.execute(
                sql: "UPDATE drawingBase SET ink = x'00' WHERE drawing <> (SELECT id FROM drawing WHERE page = 42)")
        }
        #expect(try library.drawnPages(of: made.id).count == 100)
        #expect(try library.drawing(on: CharacterPage(made.id, page: 42))?.drawing.strokes == [stroke(42)])
        #expect(failure { _ = try library.drawing(on: CharacterPage(made.id, page: 41)) }?.code == .damaged)
    }

    @Test func `Two open libraries see each other's ink at once`() throws {
        let folder = try TemporaryFolder()
        let (one, page) = try character(folder)
        let two = try Library(at: folder.library)
        for seed in 0..<10 {
            let (writer, reader) = seed.isMultiple(of: 2) ? (one, two) : (two, one)
            let drawing = try writer.drawing(on: page)?.drawing ?? Drawing()
            let revision = try reader.drawing(on: page)?.revision ?? 0
            try writer.perform(drawing.adding([stroke(seed)]), on: page, expecting: revision)
            let found = try #require(try reader.drawing(on: page))
            #expect(found.drawing.strokes.last == stroke(seed) && found.revision == seed + 1)
        }
    }

    @Test func `Deleting a character from the trash gives its room back to the disk`() throws {
        let folder = try TemporaryFolder()
        let (library, page) = try character(folder)
        func size() throws -> Int {
            let path = folder.path("library/library.sqlite")
            _ = try DatabaseQueue(path: path).writeWithoutTransaction { try $0.checkpoint(.truncate) }
            return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        }
        let empty = try size()
        for start in 0..<4 { try library.append((0..<4000).map { stroke(start * 4000 + $0) }, to: page) }
        #expect(try size() > empty + 1_000_000)
        try library.removeCharacter(page.character)
        try library.emptyTrash()
        #expect(try size() < empty + 100_000)
        #expect(try library.check().isClean)
    }
}
