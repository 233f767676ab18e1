// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import SystemPackage
import TestSupport
import Testing

@Suite struct PublisherTests {
    @Test func `A published file is complete and nothing else is left in the folder`() throws {
        let folder = try TemporaryFolder()
        let path = FilePath(folder.path("out.bin"))
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        try Publisher().publish(bytes, to: path)
        #expect(try InputFile(path).bytes() == bytes)
        #expect(folder.names == ["out.bin"])
    }

    @Test func `An existing file is replaced, and its permissions stay`() throws {
        let folder = try TemporaryFolder()
        let name = try folder.write([1, 2, 3], "out.bin")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: name)
        try Publisher().publish([9], to: FilePath(name))
        #expect(try InputFile(FilePath(name)).bytes() == [9])
        let attributes = try FileManager.default.attributesOfItem(atPath: name)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test func `A file to be kept is left alone`() throws {
        let folder = try TemporaryFolder()
        let name = try folder.write([1], "out.bin")
        let error = #expect(throws: FileError.self) {
            try Publisher(keepsExisting: true).publish([2], to: FilePath(name))
        }
        #expect(error?.code == .exists)
        #expect(try InputFile(FilePath(name)).bytes() == [1])
        try Publisher(keepsExisting: true).publish([2], to: FilePath(folder.path("new.bin")))
        #expect(folder.names == ["new.bin", "out.bin"])
    }

    @Test func `A link stays a link and its target is replaced`() throws {
        let folder = try TemporaryFolder()
        let target = try folder.write([1], "target.bin")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.bin"), withDestinationPath: target)
        try Publisher().publish([2], to: FilePath(folder.path("link.bin")))
        #expect(try InputFile(FilePath(target)).bytes() == [2])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.bin")) == target)
    }

    @Test func `A missing folder, a folder as target and a full device are told apart`() throws {
        let folder = try TemporaryFolder()
        func code(_ path: String) -> FileError.Code? {
            #expect(throws: FileError.self) { try Publisher().publish([1], to: FilePath(path)) }?.code
        }
        #expect(code(folder.path("missing/out.bin")) == .notFound)
        #expect(code(folder.url.path) == .isFolder)
        #expect(code("/dev/full") == .noSpace)
        #expect(folder.names == [])
    }

    @Test func `A device is written to and not replaced`() throws {
        try Publisher().publish([1, 2, 3], to: "/dev/null")
        let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
        #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
    }

    @Test func `Folders are made with those above them, and a file in the way is named`() throws {
        let folder = try TemporaryFolder()
        try Publisher.makeFolder(FilePath(folder.path("a/b/c")))
        try Publisher.makeFolder(FilePath(folder.path("a/b/c")))
        #expect(FileManager.default.fileExists(atPath: folder.path("a/b/c")))
        try folder.write([1], "file")
        let error = #expect(throws: FileError.self) { try Publisher.makeFolder(FilePath(folder.path("file"))) }
        #expect(error?.code == .notFolder)
    }
}
