// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import SystemPackage
import Testing
import TestSupport

/// Publishing with unnamed files and with temporary names.
@Suite struct PublisherTests {
    private func publisher(_ named: Bool, keepsExisting: Bool = false) -> Publisher {
        var publisher = Publisher(keepsExisting: keepsExisting)
        publisher.usesTemporaryNames = named
        return publisher
    }

    @Test func `A staged file has no name, so a killed process leaves nothing`() throws {
        try Requirement.filesWithoutNames()
        let folder = try TemporaryFolder()
        let path = FilePath(folder.path("out.bin"))
        for round in UInt8(1)...2 {
            let file = try Publisher().stage(path)
            try file.write([round])
            #expect(folder.names == (round == 1 ? [] : ["out.bin"]))
            #expect(Publisher().publish([file]) == [nil])
            #expect(folder.names == ["out.bin"])
            #expect(try InputFile(path).bytes() == [round])
        }
        let named = try publisher(true).stage(path)
        #expect(folder.names.count == 2 && folder.names[0].hasSuffix(".part"))
        _ = consume named
        #expect(folder.names == ["out.bin"])
    }

    @Test func `A file replaces another one even if somebody else has removed its temporary name`() throws {
        try Requirement.filesWithoutNames()
        let folder = try TemporaryFolder()
        let path = FilePath(try folder.write([1], "out.bin"))
        let file = try Publisher().stage(path)
        try file.write(Array(repeating: 7, count: 100_000))
        // As another process that replaces the same file does: the only name goes, and the file cannot get one again.
        let name = folder.path("name")
        #expect(linkat(AT_FDCWD, "/proc/self/fd/\(file.descriptor.rawValue)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0)
        #expect(unlink(name) == 0)
        #expect(Publisher().publish([file]) == [nil])
        #expect(try InputFile(path).bytes() == Array(repeating: 7, count: 100_000))
        #expect(folder.names == ["out.bin"])
    }

    @Test func `Replacing a file removes the temporary name that a killed process left`() throws {
        try Requirement.filesWithoutNames()
        let folder = try TemporaryFolder()
        let path = FilePath(try folder.write([1], "out.bin"))
        try folder.write([2], ".limn-\(QuickHash(Array("out.bin".utf8))).part")
        try Publisher().publish([3], to: path)
        #expect(folder.names == ["out.bin"])
        #expect(try InputFile(path).bytes() == [3])
    }

    @Test(arguments: [false, true]) func `Concurrent writers of one file leave one complete file and nothing else`(
        named: Bool
    ) async throws {
        let folder = try TemporaryFolder()
        let path = FilePath(folder.path("out.bin"))
        let publisher = publisher(named)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in UInt8(1)...8 {
                group.addTask {
                    for _ in 0..<25 { try publisher.publish([UInt8](repeating: task, count: 5000), to: path) }
                }
            }
            try await group.waitForAll()
        }
        #expect(folder.names == ["out.bin"])
        let bytes = try InputFile(path).bytes()
        #expect(bytes.count == 5000 && Set(bytes).count == 1 && (1...8).contains(bytes[0]))
    }

    @Test(arguments: [false, true]) func `Publishing in order stops at the first file that fails`(
        named: Bool
    ) throws {
        let folder = try TemporaryFolder()
        let names = ["first", "second", "third"]
        let files = try names.map { name in
            let file = try publisher(named, keepsExisting: true).stage(FilePath(folder.path(name)))
            try file.write([1])
            return file
        }
        try folder.write([9], "second")
        let error = #expect(throws: FileError.self) { try Publisher().publish(inOrder: files) }
        #expect(error?.code == .exists && error?.path == FilePath(folder.path("second")))
        #expect(folder.names.filter { !$0.hasPrefix(".") } == ["first", "second"])
        #expect(try InputFile(FilePath(folder.path("second"))).bytes() == [9])
    }

    @Test(arguments: [false, true]) func `A published file is complete and nothing else is left in the folder`(
        named: Bool
    ) throws {
        let folder = try TemporaryFolder()
        let path = FilePath(folder.path("out.bin"))
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        try publisher(named).publish(bytes, to: path)
        #expect(try InputFile(path).bytes() == bytes)
        #expect(folder.names == ["out.bin"])
    }

    @Test(arguments: [false, true]) func `An existing file is replaced, and its permissions stay`(named: Bool) throws {
        let folder = try TemporaryFolder()
        let name = try folder.write([1, 2, 3], "out.bin")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: name)
        try publisher(named).publish([9], to: FilePath(name))
        #expect(try InputFile(FilePath(name)).bytes() == [9])
        let attributes = try FileManager.default.attributesOfItem(atPath: name)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test(arguments: [false, true]) func `An existing file is kept if asked for`(named: Bool) throws {
        let folder = try TemporaryFolder()
        let name = try folder.write([1], "out.bin")
        let error = #expect(throws: FileError.self) {
            try publisher(named, keepsExisting: true).publish([2], to: FilePath(name))
        }
        #expect(error?.code == .exists)
        #expect(try InputFile(FilePath(name)).bytes() == [1])
        try publisher(named, keepsExisting: true).publish([2], to: FilePath(folder.path("new.bin")))
        #expect(folder.names == ["new.bin", "out.bin"])
    }

    @Test(arguments: [false, true]) func `A link stays a link and its target is replaced`(named: Bool) throws {
        let folder = try TemporaryFolder()
        let target = try folder.write([1], "target.bin")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.bin"), withDestinationPath: target)
        try publisher(named).publish([2], to: FilePath(folder.path("link.bin")))
        #expect(try InputFile(FilePath(target)).bytes() == [2])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.bin")) == target)
    }

    @Test(arguments: [false, true]) func `A missing folder, a folder as target and a full device have different errors`(
        named: Bool
    ) throws {
        let folder = try TemporaryFolder()
        func code(_ path: String) -> FileError.Code? {
            #expect(throws: FileError.self) { try publisher(named).publish([1], to: FilePath(path)) }?.code
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

    @Test func `Missing parent folders are created, and an error names a file in the way`() throws {
        let folder = try TemporaryFolder()
        try Publisher.makeFolder(FilePath(folder.path("a/b/c")))
        try Publisher.makeFolder(FilePath(folder.path("a/b/c")))
        #expect(FileManager.default.fileExists(atPath: folder.path("a/b/c")))
        try folder.write([1], "file")
        let error = #expect(throws: FileError.self) { try Publisher.makeFolder(FilePath(folder.path("file"))) }
        #expect(error?.code == .notFolder)
    }
}
