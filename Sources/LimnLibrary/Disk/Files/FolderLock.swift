// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// An advisory lock (flock(2)) on a lock file, between processes and between threads.
///
/// The kernel releases the lock when the process that holds it ends.
enum FolderLock {
    /// Runs `body` while holding an exclusive lock.
    static func exclusive<T>(_ path: FilePath, _ body: () throws -> T) throws -> T {
        try hold(path, LOCK_EX, body)
    }

    /// Runs `body` while holding a shared lock.
    static func shared<T>(_ path: FilePath, _ body: () throws -> T) throws -> T { try hold(path, LOCK_SH, body) }

    /// Runs `body` while holding an exclusive lock, unless another process or thread holds the lock.
    ///
    /// - Returns: the result of `body`; nil if the lock was not free.
    static func exclusiveIfFree<T>(_ path: FilePath, _ body: () throws -> T) throws -> T? {
        do { return try hold(path, LOCK_EX | LOCK_NB, body) } catch Errno.wouldBlock { return nil }
    }

    private static func hold<T>(_ path: FilePath, _ operation: Int32, _ body: () throws -> T) throws -> T {
        let descriptor = try open(path)
        defer {
            // A child process that another thread has just forked has the descriptor, too, until it runs its program.
            // Closing alone would leave the lock with it.
            flock(descriptor.rawValue, LOCK_UN)
            try? descriptor.close()
        }
        while flock(descriptor.rawValue, operation) != 0 {
            guard errno == EINTR else { throw Errno(rawValue: errno) }
        }
        return try body()
    }

    /// Opens a lock file. A link in its place is refused, because it would create or open a file elsewhere.
    ///
    /// If the file cannot be created, because the disk is full or read-only, the folder itself is locked instead.
    private static func open(_ path: FilePath) throws -> FileDescriptor {
        let options: FileDescriptor.OpenOptions = [.closeOnExec, .noFollow, .nonBlocking]
        do {
            let descriptor = try FileDescriptor.open(
                path, .readWrite, options: options.union(.create), permissions: [.ownerReadWrite])
            var status = stat()
            guard fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                try? descriptor.close()
                throw FileError(notRegular: path)
            }
            return descriptor
        } catch let error as Errno {
            switch error {
            case .tooManySymbolicLinkLevels, .noSuchAddressOrDevice, .isDirectory: throw FileError(notRegular: path)
            case .readOnlyFileSystem, .permissionDenied, .notPermitted, .noSpace, .diskQuotaExceeded:
                // If the lock file exists, every process locks this file and not the folder.
                let isThere = FileKind(path) == .regular
                let other = isThere ? path : path.removingLastComponent()
                let own = try? FileDescriptor.open(
                    other, .readOnly, options: isThere ? options : [.closeOnExec, .directory])
                guard let own else { throw FileError(writing: path, cause: error) }
                return own
            default: throw FileError(writing: path, cause: error)
            }
        }
    }
}
