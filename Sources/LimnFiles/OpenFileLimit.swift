// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// The limit on the number of open files of this process (RLIMIT_NOFILE).
public enum OpenFileLimit {
    /// The number of descriptors that are kept for other open files of the process.
    private static let reserve = 256

    /// Raises the soft limit so that `count` files can be open in addition to 256 others, up to the hard limit.
    ///
    /// The limit is never lowered. Errors are ignored: opening too many files then fails with EMFILE.
    public static func raise(toHold count: Int) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        let wanted = min(rlim_t(max(0, count) + reserve), limit.rlim_max)
        guard wanted > limit.rlim_cur else { return }
        limit.rlim_cur = wanted
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
