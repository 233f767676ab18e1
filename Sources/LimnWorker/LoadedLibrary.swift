// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc
internal import Synchronization

/// Shared libraries that a process loads while it runs.
package enum LoadedLibrary {
    private static let failure = Mutex<String?>(nil)

    /// Why the last library that was to be loaded could not be, as the system's loader says it; nil if it was loaded.
    package static var problem: String? { failure.withLock { $0 } }

    /// Loads a library for as long as the process runs, so that its functions are found by their names.
    ///
    /// - Parameter path: the absolute path of the library.
    /// - Returns: whether it is loaded now; ``problem`` tells why not.
    @discardableResult package static func load(_ path: String) -> Bool {
        let isLoaded = path.hasPrefix("/") && dlopen(path, RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE) != nil
        let reason = isLoaded ? nil : dlerror().map { String(cString: $0) } ?? "\(path) is no absolute path"
        failure.withLock { $0 = reason }
        return isLoaded
    }
}
