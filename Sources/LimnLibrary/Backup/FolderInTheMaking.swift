// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// A folder that gets its name when all in it is complete and on the disk.
enum FolderInTheMaking {
    /// Makes a folder.
    ///
    /// - Parameters:
    ///   - path: the folder; nothing stands there, or an empty one.
    ///   - fill: puts files into the folder that it is given.
    /// - Throws: what `fill` throws, ``LibraryError`` with `refused` or `busy`; nothing is left then.
    static func make<T>(_ path: FilePath, _ fill: (FilePath) throws -> T) throws -> T {
        let path = path.lexicallyNormalized()
        guard let name = path.lastComponent else {
            throw LibraryError(.refused, "\(path.displayName) cannot be a new folder.")
        }
        let manager = FileManager.default
        if FileIdentity(path) != nil {
            let names = (try? ReachableFolder(path)).flatMap { there in
                withExtendedLifetime(there) { try? manager.contentsOfDirectory(atPath: there.path.string) }
            }
            guard names == [] else {
                throw LibraryError(
                    .refused, "\(path.displayName) exists; give a folder that does not exist or is empty.")
            }
        }
        let parent = path.removingLastComponent().isEmpty ? FilePath(".") : path.removingLastComponent()
        try Publisher.makeFolder(parent)
        let reached = try ReachableFolder(parent)
        defer { withExtendedLifetime(reached) {} }
        // One name for each target: what somebody who was killed left is taken away by the next.
        let temporary = reached.path.appending(".\(name.string).limn.part")
        if FileIdentity(temporary) == nil { try Publisher.makeFolder(temporary) }
        let descriptor = try FileDescriptor.open(temporary, .readOnly, options: [.closeOnExec, .directory])
        defer { try? descriptor.close() }
        guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            throw LibraryError(.busy, "Somebody else is writing \(path.displayName) at this moment.")
        }
        for left in try manager.contentsOfDirectory(atPath: temporary.string) {
            try manager.removeItem(atPath: temporary.appending(left).string)
        }
        do {
            let result = try fill(temporary)
            try syncTree(temporary)
            guard temporary.withPlatformString({ old in path.withPlatformString { rename(old, $0) } }) == 0 else {
                throw FileError(writing: path, cause: Errno(rawValue: errno))
            }
            do { try sync(parent) } catch {
                // Whoever is told of a failure finds nothing there.
                _ = path.withPlatformString { new in temporary.withPlatformString { rename(new, $0) } }
                throw error
            }
            return result
        } catch {
            try? manager.removeItem(atPath: temporary.string)
            throw error
        }
    }

    /// Has all files and folders below a folder on the disk.
    private static func syncTree(_ folder: FilePath) throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.string) {
            try sync(folder.appending(name))
        }
        try sync(folder)
    }

    private static func sync(_ path: FilePath) throws {
        let descriptor = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec])
        defer { try? descriptor.close() }
        // Some file systems cannot sync a folder and say EINVAL.
        guard fsync(descriptor.rawValue) == 0 || errno == EINVAL else {
            throw FileError(writing: path, cause: Errno(rawValue: errno))
        }
    }
}
