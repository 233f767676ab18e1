// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import SystemPackage

/// Waits for the other end of a named pipe.
///
/// Opening a pipe normally blocks until a program opens its other end. To limit that time, pipes are opened with
/// O_NONBLOCK and then polled.
enum NamedPipe {
    /// The maximum time to wait for the other end, in seconds.
    static let patience = 10.0
    private static let pause: UInt32 = 20_000

    /// Waits until a pipe has a writer, then makes reads from the pipe blocking.
    ///
    /// - Returns: the bytes that were read while waiting, possibly none; nil if no writer has opened the pipe in time.
    static func firstBytes(_ pipe: FileDescriptor) throws -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let end = Date.now.addingTimeInterval(patience)
        while true {
            do {
                let got = try chunk.withUnsafeMutableBytes { try pipe.read(into: $0) }
                if got > 0 {
                    wait(pipe)
                    return Array(chunk[..<got])
                }
                // The pipe has no writer yet, or its writer has closed it.
                if hasHungUp(pipe) || Date.now > end { return hasHungUp(pipe) ? [] : nil }
                usleep(pause)
            } catch Errno.wouldBlock {
                // The pipe has a writer, but no bytes yet.
                wait(pipe)
                return []
            }
        }
    }

    /// Opens a pipe for writing once it has a reader.
    static func writer(_ path: FilePath) throws -> FileDescriptor {
        let end = Date.now.addingTimeInterval(patience)
        while true {
            do {
                let pipe = try FileDescriptor.open(path, .writeOnly, options: [.closeOnExec, .nonBlocking])
                wait(pipe)
                return pipe
            } catch Errno.noSuchAddressOrDevice where Date.now < end { usleep(pause) }
        }
    }

    /// Makes reads and writes block from now on.
    private static func wait(_ pipe: FileDescriptor) {
        _ = fcntl(pipe.rawValue, F_SETFL, fcntl(pipe.rawValue, F_GETFL) & ~O_NONBLOCK)
    }

    /// Returns whether a writer has opened and closed the pipe since this process opened it.
    private static func hasHungUp(_ pipe: FileDescriptor) -> Bool {
        var entry = pollfd(fd: pipe.rawValue, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0 && Int32(entry.revents) & Int32(POLLHUP) != 0
    }
}
