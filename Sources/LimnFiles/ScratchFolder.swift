// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
package import SystemPackage

/// A temporary folder that only this user can access. It is deleted with its contents when this object is released.
package final class ScratchFolder: Sendable {
    package let path: FilePath

    /// Creates an empty folder in the system's temporary folder.
    ///
    /// - Throws: ``FileError``, with the path of the temporary folder.
    package init() throws(FileError) {
        let parent = FilePath.temporaryFolder
        var name = Array(parent.appending("limn-XXXXXX").string.utf8CString)
        guard let made = mkdtemp(&name) else { throw FileError(Errno(rawValue: errno), parent, .write) }
        path = FilePath(platformString: made)
    }

    deinit { try? FileManager.default.removeItem(atPath: path.string) }
}
