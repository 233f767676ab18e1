// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import SystemPackage

/// The free space of file systems.
enum FreeSpace {
    /// Returns the number of bytes that a program may still write to the file system of a folder; nil if that is unknown.
    static func bytes(in folder: FilePath) -> Int? {
        var status = statvfs()
        guard folder.withPlatformString({ statvfs($0, &status) }) == 0 else { return nil }
        let (bytes, isMore) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isMore ? .max : Int(clamping: bytes)
    }
}
