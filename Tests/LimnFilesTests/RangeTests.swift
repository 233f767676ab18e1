// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import SystemPackage
import Testing
import TestSupport

@Suite struct RangeTests {
    @Test func `Ranges of a file and of bytes in memory can be read`() throws {
        let folder = try TemporaryFolder()
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        let file = try InputFile(FilePath(folder.write(bytes, "in.bin")))
        for input in [file, InputFile(bytes: bytes, named: "-")] {
            for range in [0..<0, 0..<1000, 3..<4, 990..<1000, 1000..<1000] {
                #expect(try input.bytes(in: range) == Array(bytes[range]))
            }
        }
    }

    @Test func `A file that became shorter is reported as changed`() throws {
        let folder = try TemporaryFolder()
        let name = try folder.write([UInt8](repeating: 1, count: 100), "in.bin")
        let file = try InputFile(FilePath(name))
        #expect(truncate(name, 50) == 0)
        #expect(try file.bytes(in: 0..<50).count == 50)
        let error = #expect(throws: FileError.self) { try file.bytes(in: 49..<51) }
        #expect(error?.code == .changed)
    }

    @Test func `A scratch file is in the requested folder and has no name`() throws {
        let folder = try TemporaryFolder()
        let file = try ScratchFile(in: FilePath(folder.url.path))
        _ = try file.descriptor.writeAll([1, 2, 3])
        #expect(try file.bytes() == [1, 2, 3])
        #expect(folder.names == [])
        let error = #expect(throws: FileError.self) { try ScratchFile(in: FilePath(folder.path("missing"))) }
        #expect(error?.code == .notFound)
    }

    @Test(arguments: [0, 1, 2, 14, 15, 16, 4096, 100_000])
    func `A scratch file of any size is read as data`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        #expect(Array(try ScratchFile(bytes).data()) == bytes)
    }

    @Test func `Who reads a scratch file cannot change it`() throws {
        let input = try ScratchFile([1, 2, 3]).asInput(named: "x")
        #expect(throws: Errno.badFileDescriptor) { try input.descriptor?.writeAll([4]) }
        #expect(try input.bytes() == [1, 2, 3])
    }
}
