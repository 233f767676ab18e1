// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

/// Links, pipes and devices in the places of a library's files. None is followed, and none is waited for.
@Suite struct StrangeFilesTests {
    private func library() throws -> (TemporaryFolder, Library, TemplateRecord) {
        let folder = try TemporaryFolder()
        let library = try Library(at: folder.library)
        return (folder, library, try library.importTemplate(sheet()).template)
    }

    enum Strange: CaseIterable { case link, danglingLink, pipe, folder }

    private func put(_ strange: Strange, at name: String, in folder: TemporaryFolder) throws {
        let path = folder.path(name)
        try? FileManager.default.removeItem(atPath: path)
        switch strange {
        case .link:
            try folder.write([1, 2, 3], "outside")
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path("outside"))
        case .danglingLink:
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path("elsewhere"))
        case .pipe: #expect(mkfifo(path, 0o600) == 0)
        case .folder: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
    }

    private func expectUntouched(_ folder: TemporaryFolder) throws {
        #expect(!FileManager.default.fileExists(atPath: folder.path("elsewhere")))
        let outside = FileManager.default.contents(atPath: folder.path("outside"))
        #expect(outside == nil || outside == Data([1, 2, 3]))
    }

    @Test(arguments: ["", "-wal", "-shm", "-journal"], Strange.allCases)
    func `A library whose database is no file is not opened`(name: String, strange: Strange) throws {
        let folder = try TemporaryFolder()
        do { try Library(at: folder.library).importTemplate(sheet()) }
        try put(strange, at: "library/library.sqlite\(name)", in: folder)
        let error = failure { _ = try Library(at: folder.library) }
        #expect(error?.code == .refused, "\(error as Any)")
        #expect(error?.description.contains("library.sqlite\(name) in it is a") == true)
        let new = FilePath(folder.path("new"))
        if name.isEmpty || name == "-wal" {
            #expect(failure { _ = try Library.restore(from: folder.library, to: new) } != nil)
        }
        try expectUntouched(folder)
    }

    @Test func `A library whose folder of PDFs is a link is not opened`() throws {
        let folder = try TemporaryFolder()
        do { try Library(at: folder.library).importTemplate(sheet()) }
        try FileManager.default.moveItem(atPath: folder.path("library/blobs"), toPath: folder.path("blobs"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("library/blobs"), withDestinationPath: folder.path("blobs"))
        #expect(failure { _ = try Library(at: folder.library) }?.code == .refused)
    }

    @Test(arguments: Strange.allCases)
    func `A PDF that is no file is damage, which a check, a backup and a restore name`(strange: Strange) throws {
        let (folder, library, template) = try library()
        let backup = FilePath(folder.path("backup"))
        _ = try library.backup(to: backup)
        try put(strange, at: "backup/blobs/\(template.contentHash)", in: folder)
        #expect(try Library.restore(from: backup, to: folder.library).warnings.count == 1)
        #expect(try library.content(of: template.id).bytes() == Array("%PDF Sheet".utf8))
        try put(strange, at: "library/blobs/\(template.contentHash)", in: folder)
        #expect(failure { _ = try library.content(of: template.id) }?.code == .damaged)
        #expect(try library.check().problems.map(\.kind) == [.blob])
        #expect(try library.backup(to: FilePath(folder.path("other"))).warnings.count == 1)
        // Importing the same PDF puts a file there; what a link led to stays. A folder may hold anything, and stays too.
        guard strange != .folder else {
            #expect(failure { try library.importTemplate(sheet()) } != nil)
            return
        }
        try library.importTemplate(sheet())
        #expect(try library.content(of: template.id).bytes() == Array("%PDF Sheet".utf8))
        try expectUntouched(folder)
    }

    @Test(arguments: ["blobs.lock", "restore.lock", "migration.lock"], Strange.allCases)
    func `A lock that is no file makes none elsewhere`(name: String, strange: Strange) throws {
        let (folder, library, template) = try library()
        let backup = FilePath(folder.path("backup"))
        _ = try library.backup(to: backup)
        let target = name == "migration.lock" ? "fresh" : "library"
        try FileManager.default.createDirectory(atPath: folder.path(target), withIntermediateDirectories: true)
        try put(strange, at: "\(target)/\(name)", in: folder)
        switch name {
        case "blobs.lock": #expect(failure { try library.importTemplate(sheet("Other")) } != nil)
        case "restore.lock": #expect(failure { _ = try Library.restore(from: backup, to: folder.library) } != nil)
        default: #expect(failure { _ = try Library(at: FilePath(folder.path("fresh"))) } != nil)
        }
        #expect(try library.templates() == [template])
        try expectUntouched(folder)
    }

    @Test func `A link in the place of an unfinished backup is not followed`() throws {
        let (folder, library, _) = try library()
        try FileManager.default.createDirectory(atPath: folder.path("precious"), withIntermediateDirectories: false)
        try folder.write([1], "precious/file")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(".backup.limn.part"), withDestinationPath: folder.path("precious"))
        #expect(failure { _ = try library.backup(to: FilePath(folder.path("backup"))) } != nil)
        #expect(FileManager.default.contents(atPath: folder.path("precious/file")) == Data([1]))
    }
}
