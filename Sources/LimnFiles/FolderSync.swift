// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
package import SystemPackage

/// Syncs the folders of published files, each folder once.
struct FolderSync {
    private var results: [FilePath: FileError?] = [:]

    /// Syncs the folder of a file, or repeats the earlier result if the folder has been synced already.
    mutating func syncFolder(of file: StagedFile) throws(FileError) {
        guard !file.isDevice else { return }
        let folder = file.target.removingLastComponent()
        if results[folder] == nil {
            do throws(FileError) {
                try Self.sync(folder.isEmpty ? "." : folder, file.path)
                results[folder] = .some(nil)
            } catch { results[folder] = .some(error) }
        }
        if let error = results[folder] ?? nil { throw error }
    }

    /// Syncs a folder.
    ///
    /// - Parameter path: the path for the error.
    static func sync(_ folder: FilePath, _ path: FilePath) throws(FileError) {
        let descriptor: FileDescriptor
        do { descriptor = try .open(folder, .readOnly, options: [.closeOnExec]) } catch {
            throw FileError(error as? Errno ?? .ioError, path, .write)
        }
        defer { try? descriptor.close() }
        // File systems that cannot sync a folder return EINVAL, which is ignored.
        if fsync(descriptor.rawValue) != 0, errno != EINVAL {
            throw FileError(Errno(rawValue: errno), path, .write)
        }
    }
}

extension Publisher {
    /// Syncs a folder, so that the names of files that no publisher has created survive power loss.
    ///
    /// - Throws: ``FileError``.
    package static func syncFolder(_ folder: FilePath) throws(FileError) { try FolderSync.sync(folder, folder) }
}
