// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

/// A stamp that distinguishes two states of a file without reading it: its identity, its size in bytes, and its
/// modification time in nanoseconds.
public struct FileStamp: Hashable, Sendable {
    private let identity: FileIdentity
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Looks up a path, following links; nil if nothing exists there or the path cannot be looked up.
    public init?(_ path: FilePath) {
        var status = stat()
        guard let identity = FileIdentity(path), path.withPlatformString({ stat($0, &status) }) == 0 else { return nil }
        self.identity = identity
        size = Int(status.st_size)
        seconds = Int(status.st_mtim.tv_sec)
        nanoseconds = Int(status.st_mtim.tv_nsec)
    }
}
