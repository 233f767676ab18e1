// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// How many files this process may have open at a time.
public enum OpenFileLimit {
    /// Room for what a process has open besides.
    private static let others = 256

    /// Raises the limit so that so many files can be held open, as far as the system permits; it is never lowered.
    public static func raise(toHold count: Int) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        let wanted = min(rlim_t(max(0, count) + others), limit.rlim_max)
        guard wanted > limit.rlim_cur else { return }
        limit.rlim_cur = wanted
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
