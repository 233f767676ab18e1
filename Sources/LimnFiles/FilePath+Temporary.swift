// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc
public import SystemPackage

extension FilePath {
    /// The folder for temporary files: `TMPDIR` if it is set, otherwise `/tmp`.
    public static var temporaryFolder: FilePath {
        guard let folder = getenv("TMPDIR"), folder.pointee != 0 else { return "/tmp" }
        return FilePath(platformString: folder)
    }
}
