// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

/// Puts complete files under their final names; nothing else in Limn writes a final file.
///
/// The bytes go to a temporary name in the same folder, are synced, renamed, and the folder is synced: under the
/// final name stands the old file or the whole new one at any moment, through power loss too.
public struct Publisher: Sendable {
    /// Whether an existing file is left alone.
    public var keepsExisting: Bool

    /// Makes a publisher.
    public init(keepsExisting: Bool = false) { self.keepsExisting = keepsExisting }

    /// Tells before any work what ``publish(_:to:)`` would refuse whatever the bytes are.
    ///
    /// - Throws: ``FileError``; `exists` when an existing file is to be kept, `isFolder` for a folder.
    public func check(_ path: FilePath) throws(FileError) {
        var status = stat()
        guard path.withPlatformString({ stat($0, &status) }) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR { throw FileError(.isFolder, path, .write) }
        if keepsExisting { throw FileError(.exists, path, .write) }
    }

    /// Writes a file.
    ///
    /// A symbolic link is followed; its target is replaced. Devices and pipes are written to directly. After a throw
    /// the old file, if any, stands as before and no temporary file is left.
    ///
    /// - Throws: ``FileError``; `exists` when an existing file is to be kept.
    public func publish(_ bytes: [UInt8], to path: FilePath) throws(FileError) {
        let target = Self.followingLinks(path)
        var status = stat()
        let exists = target.withPlatformString { stat($0, &status) } == 0
        try check(path)
        let kind = status.st_mode & S_IFMT
        if exists, kind != S_IFREG {
            let descriptor = try Self.attempt(path) { try FileDescriptor.open(target, .writeOnly) }
            defer { try? descriptor.close() }
            _ = try Self.attempt(path) { try descriptor.writeAll(bytes) }
            return
        }
        let folder = target.removingLastComponent()
        let permissions = FilePermissions(rawValue: exists ? status.st_mode & 0o777 : 0o666)
        let (temporary, descriptor) = try Self.attempt(path) {
            try PendingFiles.shared.create(beside: target, permissions)
        }
        var isPublished = false
        defer {
            if !isPublished { _ = temporary.withPlatformString { unlink($0) } }
            PendingFiles.shared.forget(temporary)
        }
        do {
            defer { try? descriptor.close() }
            _ = try Self.attempt(path) { try descriptor.writeAll(bytes) }
            try Self.check(fsync(descriptor.rawValue), path)
        }
        if keepsExisting {
            // A hard link fails where a file appeared meanwhile; a rename would replace it.
            let linked = temporary.withPlatformString { old in target.withPlatformString { link(old, $0) } }
            try Self.check(linked, path)
        } else {
            let renamed = temporary.withPlatformString { old in target.withPlatformString { rename(old, $0) } }
            try Self.check(renamed, path)
            isPublished = true
        }
        try Self.syncFolder(folder.isEmpty ? "." : folder, path)
    }

    /// Makes a folder and those above it where they are missing.
    ///
    /// - Throws: ``FileError``.
    public static func makeFolder(_ path: FilePath) throws(FileError) {
        var status = stat()
        if path.isEmpty || path.withPlatformString({ stat($0, &status) }) == 0 {
            if !path.isEmpty, status.st_mode & S_IFMT != S_IFDIR {
                throw FileError(.notDirectory, path, .makeFolder)
            }
            return
        }
        let parent = path.removingLastComponent()
        if parent != path { try makeFolder(parent) }
        if path.withPlatformString({ mkdir($0, 0o777) }) != 0, errno != EEXIST {
            throw FileError(Errno(rawValue: errno), path, .makeFolder)
        }
    }

    private static func followingLinks(_ path: FilePath) -> FilePath {
        guard let real = path.withPlatformString({ realpath($0, nil) }) else { return path }
        defer { free(real) }
        return FilePath(platformString: real)
    }

    private static func attempt<T>(_ path: FilePath, _ body: () throws -> T) throws(FileError) -> T {
        do { return try body() } catch { throw FileError(error as? Errno ?? .ioError, path, .write) }
    }

    private static func check(_ status: CInt, _ path: FilePath) throws(FileError) {
        if status != 0 { throw FileError(Errno(rawValue: errno), path, .write) }
    }

    private static func syncFolder(_ folder: FilePath, _ path: FilePath) throws(FileError) {
        let descriptor = try attempt(path) { try FileDescriptor.open(folder, .readOnly, options: [.closeOnExec]) }
        defer { try? descriptor.close() }
        // Some file systems cannot sync a folder and say EINVAL; there is nothing better to do there.
        if fsync(descriptor.rawValue) != 0, errno != EINVAL { try check(-1, path) }
    }
}
