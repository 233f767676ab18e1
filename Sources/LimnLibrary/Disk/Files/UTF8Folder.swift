// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import SystemPackage

/// A folder with a path in UTF-8, which SQLite and Foundation require.
///
/// File names are arbitrary bytes. A folder whose path is not UTF-8 is accessed through an open descriptor
/// (`/proc/self/fd/N`), which stays open for the lifetime of this object.
final class UTF8Folder: Sendable {
    /// A UTF-8 path of the folder.
    let path: FilePath
    private let descriptor: FileDescriptor?

    /// Opens an existing folder.
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
