// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
package import SystemPackage

/// A file that only reserves space. On a full disk it is deleted, because removing something writes to the log.
package struct SpaceReserve {
    static let name = "library.reserve"
    static let size = 256 << 10
    private let path: FilePath

    package init(_ folder: FilePath) { path = folder.appending(Self.name) }

    /// Creates the file if there is enough free space. A library also works without it.
    package func make() {
        guard FileKind(path) == nil else { return }
        var status = statvfs()
        let folder = path.removingLastComponent()
        guard folder.withPlatformString({ statvfs($0, &status) }) == 0,
            UInt64(status.f_bavail) * UInt64(status.f_frsize) >= UInt64(16 * Self.size)
        else { return }
        // The content is random, because some file systems do not allocate space for equal bytes.
        var generator = SystemRandomNumberGenerator()
        let filler = (0..<(Self.size / 8)).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
        try? Publisher(isPrivate: true).publish(filler, to: path)
    }

    /// Frees the space.
    ///
    /// - Returns: whether there was any space to free.
    package func release() -> Bool { FileKind(path) == .regular && path.withPlatformString { unlink($0) } == 0 }
}
