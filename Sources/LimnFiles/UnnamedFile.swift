// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import SystemPackage

/// Files that have no name yet (open(2), O_TMPFILE): they vanish with the last process that holds them, however it ends.
enum UnnamedFile {
    /// Makes one in a folder.
    ///
    /// - Returns: nil where the system or the file system knows no such files, or where anything else is wrong, which a
    ///   file with a name will tell.
    static func open(in folder: FilePath, _ permissions: FilePermissions) -> FileDescriptor? {
        #if os(Linux)
            // It is through /proc that they get a name.
            guard access("/proc/self/fd", X_OK) == 0 else { return nil }
            // O_TMPFILE, whose definition Swift does not see.
            let kind = FileDescriptor.OpenOptions(rawValue: 0o20_000_000 | O_DIRECTORY)
            return try? .open(
                folder.isEmpty ? "." : folder, .readWrite, options: [kind, .closeOnExec], permissions: permissions)
        #else
            return nil
        #endif
    }

    /// Gives one a name.
    ///
    /// - Returns: why that cannot be; `fileExists` where something has the name.
    static func link(_ descriptor: FileDescriptor, to path: FilePath) -> Errno? {
        "/proc/self/fd/\(descriptor.rawValue)".withCString { own in
            path.withPlatformString { name in
                linkat(AT_FDCWD, own, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 ? nil : Errno(rawValue: errno)
            }
        }
    }
}
