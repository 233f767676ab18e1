// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import SystemPackage
import Testing
import TestSupport

struct CopyingTests {
    private let bytes = (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }

    @Test func `A copy starts at the descriptor's position and keeps the bytes before it`() throws {
        let folder = try TemporaryFolder()
        let input = try InputFile(FilePath(try folder.write(bytes, "in.bin")))
        let path = try folder.write([1, 2, 3], "out.bin")
        let output = try FileDescriptor.open(path, .readWrite)
        defer { try? output.close() }
        _ = try output.seek(offset: 0, from: .end)
        try input.copy(to: output)
        try input.copy(to: output)
        #expect(try InputFile(FilePath(path)).bytes() == [1, 2, 3] + bytes + bytes)
    }

    @Test func `A descriptor in append mode, which sendfile rejects, gets all bytes`() throws {
        let folder = try TemporaryFolder()
        let input = try InputFile(FilePath(try folder.write(bytes, "in.bin")))
        let path = try folder.write([1], "out.bin")
        let output = try FileDescriptor.open(path, .writeOnly, options: [.append])
        defer { try? output.close() }
        try input.copy(to: output)
        #expect(try InputFile(FilePath(path)).bytes() == [1] + bytes)
    }

    @Test func `A full device is reported as such`() throws {
        let folder = try TemporaryFolder()
        let input = try InputFile(FilePath(try folder.write(bytes, "in.bin")))
        let output = try FileDescriptor.open("/dev/full", .writeOnly)
        defer { try? output.close() }
        let error = #expect(throws: FileError.self) { try input.copy(to: output) }
        #expect(error?.code == .noSpace)
        #expect(error?.isReading == false)
    }

    @Test func `Copying a file that became shorter fails`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(bytes, "in.bin")
        let input = try InputFile(FilePath(path))
        #expect(truncate(path, 1000) == 0)
        let output = try ScratchFile()
        let error = #expect(throws: FileError.self) {
            try withExtendedLifetime(output) { try input.copy(to: output.descriptor) }
        }
        #expect(error?.code == .changed)
    }

    @Test(arguments: [1000, 40 << 20])
    func `A pipe is read whole, and only a short one into memory`(size: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let writer = Process()
        writer.executableURL = URL(fileURLWithPath: "/bin/sh")
        writer.arguments = ["-c", "yes 12345678 | head -c \(size) > '\(path)'"]
        try writer.run()
        let input = try InputFile(FilePath(path))
        writer.waitUntilExit()
        #expect((input.descriptor == nil) == (size == 1000))
        #expect(input.size == size)
        let bytes = try input.bytes()
        let pattern = Array("12345678\n".utf8)
        #expect(bytes.indices.allSatisfy { bytes[$0] == pattern[$0 % 9] })
    }
}
