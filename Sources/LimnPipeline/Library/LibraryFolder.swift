// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

/// Finds the default library.
public enum LibraryFolder {
    /// The folder of the default library: `$LIMN_LIBRARY`, or otherwise `.local/share/limn` in the user's home folder.
    public static var standard: FilePath {
        if let value = getenv("LIMN_LIBRARY"), value.pointee != 0 { return FilePath(platformString: value) }
        return home.appending(".local/share/limn")
    }

    private static var home: FilePath {
        if let value = getenv("HOME"), value.pointee != 0 { return FilePath(platformString: value) }
        guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir else { return "." }
        return FilePath(platformString: folder)
    }
}
