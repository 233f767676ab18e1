// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Foundation

/// Keeps passwords out of core dumps.
enum Secrets {
    /// Forbids core dumps of this process, and that others of the same user read its memory. Called before a password is
    /// read; it holds until the process ends.
    ///
    /// An administrator's collector of core dumps is not bound by the limit, but by the second setting.
    static func protect() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        _ = csandbox_not_dumpable()
    }
}
