// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import SystemPackage
import Testing
import TestSupport

@Suite struct RegularFileTests {
    private func failure(_ path: FilePath) -> FileError.Code? {
        do throws(FileError) {
            _ = try InputFile(regularFile: path)
            return nil
        } catch { return error.code }
    }

    @Test func `Only a regular file is opened where strangers may have put something else`() throws {
        let folder = try TemporaryFolder()
        try folder.write([1, 2], "file")
        #expect(try InputFile(regularFile: FilePath(folder.path("file"))).bytes() == [1, 2])
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path("file"))
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        #expect(failure(FilePath(folder.path("link"))) == .notRegular)
        // No writer ever opens the pipe, so waiting for one would take forever.
        #expect(failure(FilePath(folder.path("pipe"))) == .notRegular)
        #expect(failure("/dev/zero") == .notRegular)
        #expect(failure(FilePath(folder.url.path)) == .isFolder)
        #expect(failure(FilePath(folder.path("none"))) == .notFound)
        let kinds = ["file", "link", "pipe", "", "none"].map { FileKind(FilePath(folder.path($0))) }
        #expect(kinds == [.regular, .link, .special, .folder, nil])
    }

    @Test func `What is published privately is for its owner only`() throws {
        let folder = try TemporaryFolder()
        func mode(_ name: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
            return try #require(attributes[.posixPermissions] as? Int)
        }
        try Publisher(isPrivate: true).publish([1], to: FilePath(folder.path("new")))
        try folder.write([1], "old")
        #expect(chmod(folder.path("old"), 0o644) == 0)
        try Publisher(isPrivate: true).publish([2], to: FilePath(folder.path("old")))
        try Publisher.makeFolder(FilePath(folder.path("inner")), isPrivate: true)
        #expect(try [mode("new"), mode("old"), mode("inner")] == [0o600, 0o600, 0o700])
    }
}
