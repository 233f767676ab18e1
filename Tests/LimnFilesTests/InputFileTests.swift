// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import SystemPackage
import Testing
import TestSupport

@Suite struct InputFileTests {
    @Test func `A file that changes after it was opened is noticed`() throws {
        let folder = try TemporaryFolder()
        let name = try folder.write([1, 2, 3], "in.bin")
        let file = try InputFile(FilePath(name))
        #expect(try file.bytes() == [1, 2, 3])
        let handle = try #require(FileHandle(forWritingAtPath: name))
        handle.seekToEndOfFile()
        handle.write(Data([4]))
        let error = #expect(throws: FileError.self) { try file.bytes() }
        #expect(error?.code == .changed)
    }

    @Test func `An open file keeps its bytes when another file replaces it`() throws {
        let folder = try TemporaryFolder()
        let name = try folder.write([1, 2, 3], "in.bin")
        let file = try InputFile(FilePath(name))
        try Publisher().publish([9, 9], to: FilePath(name))
        #expect(try file.bytes() == [1, 2, 3])
    }

    @Test func `A missing file, a folder and a file above the limit have different errors`() throws {
        let folder = try TemporaryFolder()
        let name = try folder.write([1, 2, 3], "in.bin")
        func code(_ body: () throws -> Void) -> FileError.Code? {
            #expect(throws: FileError.self, performing: body)?.code
        }
        #expect(code { _ = try InputFile(FilePath(folder.path("missing"))) } == .notFound)
        #expect(code { _ = try InputFile(FilePath(folder.url.path)) } == .isFolder)
        #expect(code { _ = try InputFile(FilePath(name)).bytes(limit: 2) } == .tooLarge)
    }

    @Test func `A name of any bytes can be opened, and is displayed on one line`() throws {
        let folder = try TemporaryFolder()
        let path = FilePath(folder.url.path).appending(FilePath(bytes: Array("caf".utf8) + [0xe9, 10]).lastComponent!)
        try Publisher().publish([7], to: path)
        #expect(try InputFile(path).bytes() == [7])
        #expect(path.displayName.hasSuffix("/caf\\xE9\\x0A"))
        #expect(path.json.hasSuffix("/caf\\xE9\n"))
        #expect(FilePath(bytes: path.bytes) == path)
    }

    @Test func `A name in UTF-8 is unchanged in JSON`() {
        #expect(FilePath("a b\\é\n.pdf").json == "a b\\é\n.pdf")
        #expect(FilePath("a b\\é\n.pdf").displayName == "a b\\é\\x0A.pdf")
    }
}
