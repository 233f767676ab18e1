// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

/// Writes files atomically. Limn writes all its final files through a publisher.
///
/// The bytes go to a ``StagedFile`` in the target's folder. Publishing syncs the file, gives it its final name, and
/// syncs the folder. At any moment, even after power loss, the name leads either to the old file or to the complete new
/// one. A killed process may leave a temporary file in two cases only: the file system does not support unnamed files,
/// or the process was between the two steps that replace an existing file.
public struct Publisher: Sendable {
    /// Whether existing files are kept. Publishing over such a file then fails with `exists`, even if it appears while
    /// its replacement is being written.
    public var keepsExisting: Bool
    /// Whether only the owner may read and write the published files (mode 0600). Otherwise a new file gets mode 0666
    /// minus the umask, and a replacement gets the permissions of the old file.
    public var isPrivate = false
    /// Whether publishing does not sync. The caller then syncs the published files later, together with others.
    package var defersSync = false
    /// Whether staged files have temporary names, even on file systems that support unnamed files.
    package var usesTemporaryNames = false

    /// Creates a publisher.
    public init(keepsExisting: Bool = false, isPrivate: Bool = false) {
        self.keepsExisting = keepsExisting
        self.isPrivate = isPrivate
    }

    /// Checks, before any work is done, that ``publish(_:to:)`` would not refuse a path. Permissions and free disk
    /// space are not checked.
    ///
    /// - Throws: ``FileError``; `exists` if the file exists and ``keepsExisting`` is true, `isFolder` for a folder.
    public func check(_ path: FilePath) throws(FileError) {
        var status = stat()
        guard path.withPlatformString({ stat($0, &status) }) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR { throw FileError(.isFolder, path, .write) }
        if keepsExisting { throw FileError(.exists, path, .write) }
    }

    /// Writes a file.
    ///
    /// A symbolic link is followed and its target replaced. Devices and pipes are written to directly. If the call
    /// throws, the old file, if any, is unchanged and no temporary file is left. There is one exception: if the last
    /// step, the sync of the folder, fails, the new file already has its name, but power loss may bring back the old
    /// file.
    ///
    /// - Throws: ``FileError``; `exists` if the file exists and ``keepsExisting`` is true, `isFolder`, `notFound` for a
    ///   missing folder, `denied`, `noSpace` or `other`.
    public func publish(_ bytes: [UInt8], to path: FilePath) throws(FileError) {
        let file = try stage(path)
        try file.write(bytes)
        if let error = publish([file])[0] { throw error }
    }

    /// Opens a staged file for a path. The staged file gets the permissions of the file that it will replace.
    ///
    /// If the path names a pipe, the call waits at most ten seconds for a reader.
    ///
    /// - Throws: ``FileError``; `exists` if the file exists and ``keepsExisting`` is true, `isFolder`, `notFound` for a
    ///   missing folder, `denied`, `noSpace` or `other`.
    public func stage(_ path: FilePath) throws(FileError) -> StagedFile {
        let target = Self.resolvingLinks(path)
        var status = stat()
        let exists = target.withPlatformString { stat($0, &status) } == 0
        try check(path)
        let kind = status.st_mode & S_IFMT
        if exists, kind != S_IFREG {
            let descriptor = try Self.attempt(path) {
                if kind == S_IFIFO { return try NamedPipe.writer(target) }
                return try FileDescriptor.open(target, .writeOnly, options: [.closeOnExec])
            }
            return StagedFile(
                path: path, target: target, staging: .device, descriptor: descriptor, keepsExisting: false)
        }
        let permissions = FilePermissions(rawValue: isPrivate ? 0o600 : exists ? status.st_mode & 0o777 : 0o666)
        func file(_ staging: StagedFile.Staging, _ descriptor: FileDescriptor) -> StagedFile {
            StagedFile(
                path: path, target: target, staging: staging, descriptor: descriptor, keepsExisting: keepsExisting)
        }
        if !usesTemporaryNames, let descriptor = UnnamedFile.open(in: target.removingLastComponent(), permissions) {
            return file(.unnamed, descriptor)
        }
        let (temporary, descriptor) = try Self.attempt(path) {
            try StagedFiles.shared.create(beside: target, permissions)
        }
        return file(.named(temporary), descriptor)
    }

    /// Publishes staged files: syncs each file, gives it its final name, then syncs the folders.
    ///
    /// Writeback starts for all files first, so publishing many files takes little longer than publishing one. A file
    /// gets its final name only after its bytes are synced.
    ///
    /// - Returns: for each file, in the order of `files`, nil if it was published, otherwise the error. A failure does
    ///   not stop the other files. A file whose folder could not be synced has its name, but power loss may undo that.
    public func publish(_ files: [StagedFile]) -> [FileError?] {
        if !defersSync { for file in files { file.startWriting() } }
        var results: [FileError?] = files.map { file in
            do throws(FileError) {
                if !defersSync { try file.sync() }
                try file.commit()
                return nil
            } catch { return error }
        }
        guard !defersSync else { return results }
        var folders = FolderSync()
        for (index, file) in files.enumerated() where results[index] == nil {
            do throws(FileError) { try folders.syncFolder(of: file) } catch { results[index] = error }
        }
        return results
    }

    /// Publishes staged files that belong together, in order. After the first failure no more files are published.
    ///
    /// All files are synced before the first one gets its name, so after most failures, such as a full disk, nothing
    /// has been published. Files that got their names before a later failure keep them.
    ///
    /// - Throws: ``FileError`` for the first file that failed.
    public func publish(inOrder files: [StagedFile]) throws(FileError) {
        for file in files { file.startWriting() }
        for file in files { try file.sync() }
        for file in files { try file.commit() }
        var folders = FolderSync()
        for file in files { try folders.syncFolder(of: file) }
    }

    /// Creates a folder and its missing parents, and syncs each new name. Does nothing if the folder exists.
    ///
    /// - Parameter isPrivate: whether only the owner may enter the folder (mode 0700), if it is new; new parents get
    ///   the usual mode, 0777 minus the umask.
    /// - Throws: ``FileError``; `notFolder` if a file has the name, `denied`, `noSpace` or `other`. Parents that were
    ///   created before the failure stay.
    public static func makeFolder(_ path: FilePath, isPrivate: Bool = false) throws(FileError) {
        var status = stat()
        if path.isEmpty || path.withPlatformString({ stat($0, &status) }) == 0 {
            if !path.isEmpty, status.st_mode & S_IFMT != S_IFDIR {
                throw FileError(.notDirectory, path, .makeFolder)
            }
            return
        }
        let parent = path.removingLastComponent()
        if parent != path { try makeFolder(parent) }
        if path.withPlatformString({ mkdir($0, isPrivate ? 0o700 : 0o777) }) != 0, errno != EEXIST {
            throw FileError(Errno(rawValue: errno), path, .makeFolder)
        }
        try syncParent(of: path)
    }

    /// Syncs the parent folder of a path that another process may have created without syncing it.
    ///
    /// - Throws: ``FileError``.
    package static func syncParent(of path: FilePath) throws(FileError) {
        let parent = path.removingLastComponent()
        try FolderSync.sync(parent.isEmpty ? "." : parent, path)
    }

    private static func resolvingLinks(_ path: FilePath) -> FilePath {
        guard let real = path.withPlatformString({ realpath($0, nil) }) else { return path }
        defer { free(real) }
        return FilePath(platformString: real)
    }

    private static func attempt<T>(_ path: FilePath, _ body: () throws -> T) throws(FileError) -> T {
        do { return try body() } catch { throw FileError(error as? Errno ?? .ioError, path, .write) }
    }
}
