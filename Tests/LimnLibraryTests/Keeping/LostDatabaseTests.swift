// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import LimnFiles
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

/// Damage is never an excuse to delete: a database that lost its content is not an empty library.
@Suite struct LostDatabaseTests {
    /// How a database can lose its content.
    enum Loss: CaseIterable {
        case emptied, missing, withoutTables
    }

    /// A library whose database lost its content beside a PDF; its files by name.
    private func lost(_ loss: Loss, _ folder: TemporaryFolder) throws -> [String: Data] {
        do {
            let library = try Library(at: folder.library)
            let template = try library.importTemplate(sheet()).template
            try library.createCharacter(NewCharacter(name: "Maren", template: template.id))
        }
        let path = folder.path("library/library.sqlite")
        for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + name) }
        switch loss {
        case .emptied: try folder.write([], "library/library.sqlite")
        case .missing: break
        case .withoutTables:
            let queue = try DatabaseQueue(path: path)
            try queue.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE x (y); DROP TABLE x") }
            try queue.close()
        }
        return try files(folder)
    }

    private func files(_ folder: TemporaryFolder) throws -> [String: Data] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path("library")).reduce(into: [:]) {
            $0[$1] = FileManager.default.contents(atPath: folder.path("library/" + $1))
        }
    }

    @Test(arguments: Loss.allCases) func `A database without content beside PDFs is damage, and nothing is changed`(
        loss: Loss
    ) throws {
        let folder = try TemporaryFolder()
        let before = try lost(loss, folder)
        #expect(before.keys.contains { $0.hasPrefix("blobs/") })
        for creating in [false, true] {
            let error = failure { _ = try Library(at: folder.library, creating: creating) }
            #expect(error?.code == .damaged)
            #expect(error?.description.contains("one PDF remains. Nothing was changed.") == true)
        }
        #expect(try files(folder) == before)
    }

    @Test(arguments: Loss.allCases) func `A check tells of a lost database, and repairing it deletes nothing`(
        loss: Loss
    ) throws {
        let folder = try TemporaryFolder()
        let before = try lost(loss, folder)
        let check = try Library.check(at: folder.library, repairing: true)
        #expect(check.problems.map(\.kind) == [.database])
        #expect(check.remaining.count == 1)
        #expect(try files(folder) == before)
    }

    @Test func `An empty database beside the log of recent changes is damage, and the log is kept`() throws {
        let folder = try TemporaryFolder()
        let library = try Library(at: folder.library)
        try library.createCharacter(NewCharacter(name: "Maren", template: nil))
        let copy = FilePath(folder.path("copy"))
        try FileManager.default.createDirectory(atPath: copy.string, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: folder.path("library/library.sqlite-wal"), toPath: folder.path("copy/library.sqlite-wal"))
        for content in [[UInt8]?.none, []] {
            if let content { try folder.write(content, "copy/library.sqlite") }
            let error = failure { _ = try Library(at: copy) }
            #expect(error?.code == .damaged)
            #expect(error?.description.contains("the log of recent changes remains") == true)
        }
        #expect(
            FileManager.default.contents(atPath: folder.path("copy/library.sqlite-wal"))
                == FileManager.default.contents(atPath: folder.path("library/library.sqlite-wal")))
        withExtendedLifetime(library) {}
    }

    @Test func `PDFs that a sound library does not know are set aside by a repair, never deleted`() throws {
        let folder = try TemporaryFolder()
        _ = try lost(.missing, folder)
        // An empty library from elsewhere.
        do { _ = try Library(at: FilePath(folder.path("other"))) }
        try FileManager.default.copyItem(
            atPath: folder.path("other/library.sqlite"), toPath: folder.path("library/library.sqlite"))
        let library = try Library(at: folder.library)
        #expect(try library.collectBlobs() == 0)
        let check = try library.check(repairing: true)
        #expect(check.isClean && check.diagnostics.count == 1)
        let aside = try FileManager.default.contentsOfDirectory(atPath: folder.path("library/set-aside"))
        #expect(aside.count == 1)
        #expect(
            FileManager.default.contents(atPath: folder.path("library/set-aside/\(aside[0])"))
                == Data("%PDF Sheet".utf8))
    }

    @Test func `A backup replaces a lost database`() throws {
        let folder = try TemporaryFolder()
        let backup = FilePath(folder.path("backup"))
        do {
            let library = try Library(at: folder.library)
            let template = try library.importTemplate(sheet()).template
            try library.createCharacter(NewCharacter(name: "Maren", template: template.id))
            _ = try library.backup(to: backup)
        }
        try folder.write([], "library/library.sqlite")
        _ = try Library.restore(from: backup, to: folder.library)
        let library = try Library(at: folder.library, creating: false)
        #expect(try library.characters().map(\.name) == ["Maren"])
        #expect(try library.check().isClean)
    }
}
