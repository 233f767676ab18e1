// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import SystemPackage

/// Files without a name (open(2), O_TMPFILE). The kernel deletes such a file when its last descriptor is closed.
enum UnnamedFile {
    /// Creates an unnamed file in a folder.
    ///
    /// - Returns: the descriptor, open for reading and writing; nil if the system or the file system does not support
    ///   unnamed files, or on any other error. The caller then creates a named file, which reports the error.
    static func open(in folder: FilePath, _ permissions: FilePermissions) -> FileDescriptor? {
        #if os(Linux)
            // linkat(2) reaches the file through /proc.
            guard access("/proc/self/fd", X_OK) == 0 else { return nil }
            // The value of O_TMPFILE, a macro that Swift does not import.
            let kind = FileDescriptor.OpenOptions(rawValue: 0o20_000_000 | O_DIRECTORY)
            return try? .open(
                folder.isEmpty ? "." : folder, .readWrite, options: [kind, .closeOnExec], permissions: permissions)
        #else
            return nil
        #endif
    }

    /// Opens an unnamed file a second time, for reading only.
    ///
    /// - Throws: `Errno`.
    static func reader(of descriptor: FileDescriptor) throws -> FileDescriptor {
        try .open(FilePath("/proc/self/fd/\(descriptor.rawValue)"), .readOnly, options: [.closeOnExec])
    }

    /// Gives an unnamed file a name.
    ///
    /// - Returns: nil on success, otherwise the error; `fileExists` if the name is taken.
    static func link(_ descriptor: FileDescriptor, to path: FilePath) -> Errno? {
        "/proc/self/fd/\(descriptor.rawValue)".withCString { own in
            path.withPlatformString { name in
                linkat(AT_FDCWD, own, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 ? nil : Errno(rawValue: errno)
            }
        }
    }
}
