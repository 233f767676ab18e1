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
        let file = try begin(path)
        try file.write(bytes)
        if let error = publish([file])[0] { throw error }
    }

    /// Opens a temporary file beside a final name, with the permissions of the file that it will replace.
    ///
    /// - Throws: ``FileError``; `exists` when an existing file is to be kept.
    public func begin(_ path: FilePath) throws(FileError) -> PendingFile {
        let target = Self.followingLinks(path)
        var status = stat()
        let exists = target.withPlatformString { stat($0, &status) } == 0
        try check(path)
        let kind = status.st_mode & S_IFMT
        if exists, kind != S_IFREG {
            let descriptor = try Self.attempt(path) {
                try FileDescriptor.open(target, .writeOnly, options: [.closeOnExec])
            }
            return PendingFile(
                path: path, target: target, temporary: nil, descriptor: descriptor, keepsExisting: false)
        }
        let permissions = FilePermissions(rawValue: exists ? status.st_mode & 0o777 : 0o666)
        let (temporary, descriptor) = try Self.attempt(path) {
            try PendingFiles.shared.create(beside: target, permissions)
        }
        return PendingFile(
            path: path, target: target, temporary: temporary, descriptor: descriptor, keepsExisting: keepsExisting)
    }

    /// Puts written files under their final names: all are synced, then renamed, then their folders are synced.
    ///
    /// Many files together cost little more than one, as the disk is waited for once. Nothing stands under a final name
    /// before its bytes are on the disk.
    ///
    /// - Returns: for each file nil, or why it is not published.
    public func publish(_ files: [PendingFile]) -> [FileError?] {
        for file in files { file.startWriting() }
        var results: [FileError?] = files.map { file in
            do throws(FileError) {
                try file.sync()
                try file.rename()
                return nil
            } catch { return error }
        }
        var folders: [FilePath: FileError?] = [:]
        for (index, file) in files.enumerated() where results[index] == nil && file.temporary != nil {
            let folder = file.target.removingLastComponent()
            if folders[folder] == nil {
                do throws(FileError) {
                    try Self.syncFolder(folder.isEmpty ? "." : folder, file.path)
                    folders[folder] = .some(nil)
                } catch { folders[folder] = .some(error) }
            }
            results[index] = folders[folder] ?? nil
        }
        return results
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

    private static func syncFolder(_ folder: FilePath, _ path: FilePath) throws(FileError) {
        let descriptor = try attempt(path) { try FileDescriptor.open(folder, .readOnly, options: [.closeOnExec]) }
        defer { try? descriptor.close() }
        // Some file systems cannot sync a folder and say EINVAL; there is nothing better to do there.
        if fsync(descriptor.rawValue) != 0, errno != EINVAL {
            throw FileError(Errno(rawValue: errno), path, .write)
        }
    }
}
