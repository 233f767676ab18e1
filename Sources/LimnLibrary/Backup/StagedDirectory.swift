// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// Creates a folder atomically: it is filled under a temporary name, synced, and renamed when it is complete.
enum StagedDirectory {
    /// Creates a folder.
    ///
    /// - Parameters:
    ///   - path: the folder to create; it must not exist or be empty.
    ///   - fill: writes the files into the given folder.
    /// - Returns: the result of `fill`.
    /// - Throws: the errors of `fill`; ``LibraryError`` with `refused` or `busy`. After an error, no files remain.
    static func create<T>(_ path: FilePath, _ fill: (FilePath) throws -> T) throws -> T {
        let path = path.lexicallyNormalized()
        guard let name = path.lastComponent else {
            throw LibraryError(.refused, "A folder cannot be created at \(path.displayName).")
        }
        let manager = FileManager.default
        if FileIdentity(path) != nil {
            let names = (try? UTF8Folder(path)).flatMap { existing in
                withExtendedLifetime(existing) { try? manager.contentsOfDirectory(atPath: existing.path.string) }
            }
            guard names == [] else {
                throw LibraryError(
                    .refused, "\(path.displayName) exists; give a folder that does not exist or is empty.")
            }
        }
        let parent = path.removingLastComponent().isEmpty ? FilePath(".") : path.removingLastComponent()
        try Publisher.makeFolder(parent)
        let utf8Parent = try UTF8Folder(parent)
        defer { withExtendedLifetime(utf8Parent) {} }
        // The name depends only on the target, so the next attempt removes what a killed process left.
        let temporary = utf8Parent.path.appending(".\(name.string).limn.part")
        if FileIdentity(temporary) == nil { try Publisher.makeFolder(temporary, isPrivate: true) }
        // Do not follow a link: its target would be emptied.
        let descriptor = try FileDescriptor.open(
            temporary, .readOnly, options: [.closeOnExec, .directory, .noFollow])
        defer {
            // A child process that has just been forked may still have the descriptor.
            flock(descriptor.rawValue, LOCK_UN)
            try? descriptor.close()
        }
        guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            throw LibraryError(.busy, "Another process is writing \(path.displayName).")
        }
        for leftover in try manager.contentsOfDirectory(atPath: temporary.string) {
            try manager.removeItem(atPath: temporary.appending(leftover).string)
        }
        do {
            let result = try fill(temporary)
            try syncTree(temporary)
            guard temporary.withPlatformString({ old in path.withPlatformString { rename(old, $0) } }) == 0 else {
                throw FileError(writing: path, cause: Errno(rawValue: errno))
            }
            do { try sync(parent) } catch {
                // After a failure, nothing must exist under the final name.
                _ = path.withPlatformString { new in temporary.withPlatformString { rename(new, $0) } }
                throw error
            }
            return result
        } catch {
            try? manager.removeItem(atPath: temporary.string)
            throw error
        }
    }

    /// Syncs a folder and all files and folders below it.
    private static func syncTree(_ folder: FilePath) throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.string) {
            try sync(folder.appending(name))
        }
        try sync(folder)
    }

    private static func sync(_ path: FilePath) throws {
        let descriptor = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec])
        defer { try? descriptor.close() }
        // File systems that cannot sync a folder return EINVAL, which is accepted.
        guard fsync(descriptor.rawValue) == 0 || errno == EINVAL else {
            throw FileError(writing: path, cause: Errno(rawValue: errno))
        }
    }
}
