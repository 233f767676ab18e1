// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// Shared libraries that a process loads while it runs.
package enum LoadedLibrary {
    /// Loads a library for as long as the process runs, so that its functions are found by their names.
    ///
    /// - Parameter path: the absolute path of the library.
    /// - Returns: whether it is loaded now.
    @discardableResult package static func load(_ path: String) -> Bool {
        path.hasPrefix("/") && dlopen(path, RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE) != nil
    }
}
