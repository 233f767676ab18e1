// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import SystemPackage

/// A folder by a path that is text, as SQLite's and Foundation's callers need it.
///
/// Names of files are bytes. Where those of a folder are no UTF-8, it is reached through an open descriptor of it, for as long as
/// this value lives.
final class ReachableFolder: Sendable {
    /// A path of the folder that is UTF-8.
    let path: FilePath
    private let descriptor: FileDescriptor?

    /// Reaches a folder that is there.
    ///
    /// - Throws: ``LibraryError``.
    init(_ folder: FilePath) throws(LibraryError) {
        if FilePath(folder.string) == folder {
            (path, descriptor) = (folder, nil)
            return
        }
        do {
            let open = try FileDescriptor.open(folder, .readOnly, options: [.closeOnExec, .directory])
            (path, descriptor) = (FilePath("/proc/self/fd/\(open.rawValue)"), open)
        } catch { throw LibraryError(FileError(writing: folder, cause: error as? Errno ?? .ioError)) }
    }

    deinit { try? descriptor?.close() }
}
