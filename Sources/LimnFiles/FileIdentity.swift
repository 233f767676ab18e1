// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

/// The device and the inode number of a file.
///
/// Two paths that lead to the same file, also through symbolic or hard links, have equal identities. An identity is
/// valid only while the file exists: the file system may reuse the inode number of a deleted file.
public struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    /// The inode number, which other file systems may have for another file.
    package let number: UInt64

    /// Looks up a path, following links; nil if nothing exists there or the path cannot be looked up.
    public init?(_ path: FilePath) {
        var status = stat()
        guard path.withPlatformString({ stat($0, &status) }) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
