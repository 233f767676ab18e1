// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnLibrary
import SystemPackage
import TestSupport
import Testing

/// What was read of the handwriting on pages.
@Suite struct ReadingTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let page: CharacterPage

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(at: folder.library, sources: .counting())
        let template = try library.importTemplate(sheet()).template
        page = CharacterPage(try library.createCharacter(NewCharacter(name: "A", template: template.id)).id, page: 1)
        try library.append([stroke(1)], to: page)
    }

    private func keep(_ bytes: [UInt8], revision: Int, version: Int = 1) throws {
        try library.store(PageReading(page: page, revision: revision, bytes: bytes), version: version)
    }

    private func kept(version: Int = 1) throws -> [[UInt8]] {
        try library.readings(of: page.character, versions: version...version).map(\.bytes)
    }

    private func unread(version: Int = 1, since: Date? = nil) throws -> [Int] {
        try library.unreadPages(version: version, unchangedSince: since).map(\.revision)
    }

    @Test func `a reading is there until its page changes, and is then renewed`() throws {
        #expect(try unread() == [1] && kept() == [])
        try keep([7], revision: 1)
        #expect(try unread() == [] && kept() == [[7]])
        try library.append([stroke(2)], to: page)
        #expect(try unread() == [2] && kept() == [])
        // Whoever began to read before the change comes too late.
        try keep([8], revision: 1)
        #expect(try unread() == [2] && kept() == [])
        try keep([9], revision: 2)
        #expect(try kept() == [[9]])
        // An undo is a change like any other.
        try library.undo(page)
        #expect(try unread() == [3] && kept() == [])
        let reopened = try Library(at: folder.library, creating: false)
        #expect(try reopened.check().isClean)
    }

    @Test func `another version reads again, and too large readings are left out`() throws {
        try keep([7], revision: 1)
        #expect(try unread(version: 2) == [1] && kept(version: 2) == [])
        try keep([8], revision: 1, version: 2)
        #expect(try kept(version: 2) == [[8]] && kept() == [])
        try keep([UInt8](repeating: 0, count: PageReading.sizeLimit + 1), revision: 1)
        #expect(try kept() == [])
    }

    @Test func `pages without strokes, in the trash, or on which somebody writes are not read`() throws {
        let modified = try #require(try library.drawing(on: page)).summary.modified
        #expect(try unread(since: modified) == [1])
        #expect(try unread(since: modified - 0.001) == [])
        try library.undo(page)
        #expect(try unread() == [])
        try library.redo(page)
        try library.removeCharacter(page.character)
        #expect(try unread() == [])
    }

    @Test func `a copy of a character has its readings, and what comes from a backup is read again`() throws {
        try keep([7], revision: 1)
        let copy = try library.duplicateCharacter(page.character, named: "B")
        #expect(try library.readings(of: copy.id, versions: 1...1).map(\.bytes) == [[7]])
        let backup = folder.library.removingLastComponent().appending("backup")
        _ = try library.backup(to: backup)
        let other = folder.library.removingLastComponent().appending("other")
        _ = try Library.merge(from: backup, into: other)
        let merged = try Library(at: other, creating: false)
        #expect(try merged.unreadPages(version: 1).count == 2)
    }
}
