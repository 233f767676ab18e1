// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// A lock between processes, and between tasks of one: flock(2) on a file of its own. It goes with whoever holds it.
enum FolderLock {
    /// Does something that others do not do meanwhile.
    static func exclusive<T>(_ path: FilePath, _ body: () throws -> T) throws -> T {
        try hold(path, LOCK_EX, body)
    }

    /// Does something that others may do as well, but nothing exclusive.
    static func shared<T>(_ path: FilePath, _ body: () throws -> T) throws -> T { try hold(path, LOCK_SH, body) }

    /// Does something exclusive now or, where others hold the lock, not at all.
    ///
    /// - Returns: nil when it was not done.
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
