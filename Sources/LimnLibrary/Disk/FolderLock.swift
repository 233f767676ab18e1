// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// An advisory lock (flock(2)) on a lock file, between processes and between threads.
///
/// The kernel releases it when its holder dies.
enum FolderLock {
    /// Runs `body` while holding the lock exclusively.
    static func exclusive<T>(_ path: FilePath, _ body: () throws -> T) throws -> T {
        try hold(path, LOCK_EX, body)
    }

    /// Runs `body` while holding the lock shared.
    static func shared<T>(_ path: FilePath, _ body: () throws -> T) throws -> T { try hold(path, LOCK_SH, body) }

    /// Runs `body` while holding the lock exclusively, unless the lock is taken.
    ///
    /// - Returns: nil if the lock was taken.
    static func exclusiveIfFree<T>(_ path: FilePath, _ body: () throws -> T) throws -> T? {
        do { return try hold(path, LOCK_EX | LOCK_NB, body) } catch Errno.wouldBlock { return nil }
    }

    private static func hold<T>(_ path: FilePath, _ operation: Int32, _ body: () throws -> T) throws -> T {
        let descriptor: FileDescriptor
        do {
            descriptor = try .open(
                path, .readWrite, options: [.create, .closeOnExec], permissions: [.ownerReadWrite])
        } catch { throw FileError(writing: path, cause: error as? Errno ?? .ioError) }
        defer { try? descriptor.close() }
        while flock(descriptor.rawValue, operation) != 0 {
            guard errno == EINTR else { throw Errno(rawValue: errno) }
        }
        return try body()
    }
}
