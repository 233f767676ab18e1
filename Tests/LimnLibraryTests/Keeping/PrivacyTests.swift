// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

/// What Limn makes in a library is for its owner only.
@Suite(.serialized) struct PrivacyTests {
    /// The files that others may read or write, and the folders that they may enter.
    private func open(_ folder: TemporaryFolder, below names: [String]) throws -> [String] {
        try names.flatMap { name in
            let inner = try FileManager.default.subpathsOfDirectory(atPath: folder.path(name)).map { "\(name)/\($0)" }
            return try ([name] + inner).filter { path in
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(path))
                let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
                return attributes[.posixPermissions] as? Int != (isFolder ? 0o700 : 0o600)
            }
        }
    }

    @Test func `Libraries, backups and restored libraries are closed to others`() throws {
        let folder = try TemporaryFolder()
        let mask = umask(0)
        defer { umask(mask) }
        let library = try Library(at: folder.library)
        let template = try library.importTemplate(sheet()).template
        let made = try library.createCharacter(NewCharacter(name: "A", template: template.id))
        try library.append([stroke(1)], to: CharacterPage(made.id, page: 1))
        _ = try library.backup(to: FilePath(folder.path("backup")))
        _ = try Library.restore(from: FilePath(folder.path("backup")), to: FilePath(folder.path("new")))
        _ = try library.check(repairing: true)
        #expect(try open(folder, below: ["library", "backup", "new"]) == [])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("library"))
        #expect(Set(names).isSuperset(of: ["library.sqlite", "library.sqlite-wal", "library.sqlite-shm", "blobs"]))
    }

    @Test func `A library that an older Limn left open to others is closed by its migration`() throws {
        let old = try OldLibrary(adding: ["A": [1, 2, 3]])
        let paths = try ["blobs"] + FileManager.default.subpathsOfDirectory(atPath: old.folder.path("library"))
        for path in paths {
            #expect(chmod(old.folder.path("library/\(path)"), path == "blobs" ? 0o755 : 0o644) == 0)
        }
        _ = try Library(at: old.folder.library)
        #expect(try open(old.folder, below: ["library"]).filter { $0 != "library" } == [])
    }
}
