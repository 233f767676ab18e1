// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Foundation

/// Keeps passwords out of core dumps.
enum Secrets {
    /// Prevents core dumps of this process, and prevents other processes of the same user from reading its memory,
    /// until the process ends. Call this method before a password is read.
    ///
    /// The resource limit does not stop a system-wide core dump handler; clearing the dumpable flag does.
    static func protect() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        _ = csandbox_not_dumpable()
    }
}
