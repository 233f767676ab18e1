// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import SystemPackage

/// Waits for the other end of a pipe that has a name.
///
/// Opening a pipe waits until somebody opens its other end, without end. So pipes are opened without waiting, and looked
/// at for some seconds.
enum NamedPipe {
    /// How long nobody need have opened the other end, in seconds.
    static let patience = 10.0
    private static let pause: UInt32 = 20_000

    /// Waits until a pipe that was opened without waiting has a writer; it waits for bytes from then on.
    ///
    /// - Returns: the first bytes, which were read already; nil where nobody came.
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
                // There is no writer, or no longer one.
                if hasHungUp(pipe) || Date.now > end { return hasHungUp(pipe) ? [] : nil }
                usleep(pause)
            } catch Errno.wouldBlock {
                // There is one, who takes time.
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

    /// Lets reads and writes wait.
    private static func wait(_ pipe: FileDescriptor) {
        _ = fcntl(pipe.rawValue, F_SETFL, fcntl(pipe.rawValue, F_GETFL) & ~O_NONBLOCK)
    }

    /// Whether a writer has come and gone since the pipe was opened.
    private static func hasHungUp(_ pipe: FileDescriptor) -> Bool {
        var entry = pollfd(fd: pipe.rawValue, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0 && Int32(entry.revents) & Int32(POLLHUP) != 0
    }
}
