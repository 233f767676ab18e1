// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

/// Puts complete files under their final names; nothing else in Limn writes a final file.
///
/// The bytes go to a file in the same folder that has no name, or where the file system has no such files a temporary
/// one; they are synced, the file gets its name, and the folder is synced: under the final name stands the old file or
/// the whole new one at any moment, through power loss too. Who is killed leaves nothing else behind, or next to nothing:
/// a temporary name, where there must be one all the time, or in the moment in which a file takes another's place.
public struct Publisher: Sendable {
    /// Whether an existing file is left alone.
    public var keepsExisting: Bool
    /// Whether files have a temporary name from the beginning, as where the file system has none without a name.
    package var namesFiles = false

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
                path: path, target: target, place: .device, descriptor: descriptor, keepsExisting: false)
        }
        let permissions = FilePermissions(rawValue: exists ? status.st_mode & 0o777 : 0o666)
        func pending(_ place: PendingFile.Place, _ descriptor: FileDescriptor) -> PendingFile {
            PendingFile(path: path, target: target, place: place, descriptor: descriptor, keepsExisting: keepsExisting)
        }
        if !namesFiles, let descriptor = UnnamedFile.open(in: target.removingLastComponent(), permissions) {
            return pending(.unnamed, descriptor)
        }
        let (temporary, descriptor) = try Self.attempt(path) {
            try PendingFiles.shared.create(beside: target, permissions)
        }
        return pending(.named(temporary), descriptor)
    }

    /// Puts written files under their final names: all are synced, then named, then their folders are synced.
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
                try file.takeName()
                return nil
            } catch { return error }
        }
        var folders = SyncedFolders()
        for (index, file) in files.enumerated() where results[index] == nil {
            do throws(FileError) { try folders.sync(of: file) } catch { results[index] = error }
        }
        return results
    }

    /// Puts written files that belong together under their final names, one after the other: those behind one that cannot
    /// be published are not.
    ///
    /// - Throws: ``FileError`` about the first that is not published.
    public func publish(inOrder files: [PendingFile]) throws(FileError) {
        for file in files { file.startWriting() }
        for file in files { try file.sync() }
        for file in files { try file.takeName() }
        var folders = SyncedFolders()
        for file in files { try folders.sync(of: file) }
    }

    /// Makes a folder and those above it where they are missing; the names of new ones are on the disk then.
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
        try syncName(of: path)
    }

    /// Has the name of something on the disk that somebody else may have made and not synced.
    ///
    /// - Throws: ``FileError``.
    package static func syncName(of path: FilePath) throws(FileError) {
        let parent = path.removingLastComponent()
        try SyncedFolders.sync(parent.isEmpty ? "." : parent, path)
    }

    private static func followingLinks(_ path: FilePath) -> FilePath {
        guard let real = path.withPlatformString({ realpath($0, nil) }) else { return path }
        defer { free(real) }
        return FilePath(platformString: real)
    }

    private static func attempt<T>(_ path: FilePath, _ body: () throws -> T) throws(FileError) -> T {
        do { return try body() } catch { throw FileError(error as? Errno ?? .ioError, path, .write) }
    }
}
