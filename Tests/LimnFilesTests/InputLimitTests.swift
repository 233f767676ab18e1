// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import SystemPackage
import Testing
import TestSupport

/// What is looked at before a file is read.
struct InputLimitTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func error(_ path: String, _ limits: InputLimits = .none) -> FileError? {
        do throws(FileError) {
            _ = try InputFile(FilePath(path), limits: limits)
            return nil
        } catch { return error }
    }

    /// Writes bytes into a pipe from another thread, and goes when nobody reads any more.
    private func pipe(_ bytes: [UInt8], repeated count: Int = 1) throws -> String {
        signal(SIGPIPE, SIG_IGN)
        let path = folder.path("pipe-\(UUID())")
        #expect(mkfifo(path, 0o600) == 0)
        Thread.detachNewThread {
            let end = open(path, O_WRONLY)
            defer { close(end) }
            for _ in 0..<count where write(end, bytes, bytes.count) < 0 { return }
        }
        return path
    }

    @Test func `A file of the limit is read, and one with a byte more is not`() throws {
        let path = try folder.write([UInt8](repeating: 1, count: 1025), "file")
        #expect(error(path, InputLimits(bytes: 1025)) == nil)
        let failure = error(path, InputLimits(bytes: 1024))
        #expect(failure?.code == .tooLarge)
        #expect(failure?.sentence == "It cannot be read: it has more than 1 KiB.")
    }

    @Test(arguments: ["/dev/zero", "/dev/urandom", "/dev/full"])
    func `A device without end is refused at once`(_ device: String) {
        let start = ContinuousClock.now
        let failure = error(device)
        #expect(failure?.code == .silent)
        #expect(failure?.sentence.contains("device") == true)
        // Reading it to its end would never end.
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test func `A device without content is an empty file`() throws {
        #expect(try InputFile("/dev/null").bytes() == [])
    }

    @Test func `A pipe is read up to its limit, and no further`() throws {
        let some = [UInt8](repeating: 7, count: 1 << 16)
        #expect(try InputFile(FilePath(try pipe(some)), limits: InputLimits(bytes: 1 << 16)).bytes() == some)
        #expect(error(try pipe(some, repeated: 1000), InputLimits(bytes: 1 << 20))?.code == .tooLarge)
    }

    @Test func `What may not be large is refused before it is kept on a disk`() throws {
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        let limits = InputLimits(bytes: 1 << 40, unknownBytes: 33 << 20) { $0.first == 1 }
        #expect(error(try pipe(zeros, repeated: 40), limits)?.code == .tooLarge)
        #expect(error(try pipe([1] + zeros, repeated: 40), limits) == nil)
    }

    @Test func `A pipe that nobody writes into is told of, and nothing hangs`() throws {
        let path = folder.path("silent")
        #expect(mkfifo(path, 0o600) == 0)
        let start = ContinuousClock.now
        let failure = error(path)
        #expect(failure?.code == .silent)
        #expect(failure?.sentence.contains("nobody writes into") == true)
        #expect(ContinuousClock.now - start < .seconds(120))
    }

    @Test func `A writer who comes late, or takes time, is waited for`() throws {
        let path = folder.path("late")
        #expect(mkfifo(path, 0o600) == 0)
        Thread.detachNewThread {
            usleep(300_000)
            let end = open(path, O_WRONLY)
            usleep(300_000)
            _ = write(end, "slow", 4)
            close(end)
        }
        #expect(try InputFile(FilePath(path)).bytes() == Array("slow".utf8))
    }

    @Test func `Where only a regular file can be, a pipe and a device are refused at once`() throws {
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        for name in [path, "/dev/zero"] {
            let failure = #expect(throws: FileError.self) {
                try InputFile(regularFile: FilePath(name), followsLinks: true)
            }
            #expect(failure?.code == .notRegular)
        }
    }

    @Test func `An output pipe that nobody reads from is told of, and nothing hangs`() throws {
        let path = folder.path("unread")
        #expect(mkfifo(path, 0o600) == 0)
        let failure = #expect(throws: FileError.self) { try Publisher().stage(FilePath(path)) }
        #expect(failure?.isReading == false)
    }

    @Test func `Pipes among the documents of a folder are passed over`() throws {
        #expect(mkfifo(folder.path("a.pdf"), 0o600) == 0)
        try folder.write([1], "b.pdf")
        let found = try DocumentSearch.documents(in: FilePath(folder.url.path))
        #expect(found.map { $0.lastComponent?.string } == ["b.pdf"])
    }
}
