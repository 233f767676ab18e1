// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import SystemPackage

/// Folders of published files, each synced once.
struct SyncedFolders {
    private var results: [FilePath: FileError?] = [:]

    mutating func sync(of file: PendingFile) throws(FileError) {
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

    static func sync(_ folder: FilePath, _ path: FilePath) throws(FileError) {
        let descriptor: FileDescriptor
        do { descriptor = try .open(folder, .readOnly, options: [.closeOnExec]) } catch {
            throw FileError(error as? Errno ?? .ioError, path, .write)
        }
        defer { try? descriptor.close() }
        // Some file systems cannot sync a folder and say EINVAL; there is nothing better to do there.
        if fsync(descriptor.rawValue) != 0, errno != EINVAL {
            throw FileError(Errno(rawValue: errno), path, .write)
        }
    }
}
