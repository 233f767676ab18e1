// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// The limit on the number of open files of this process (RLIMIT_NOFILE).
public enum OpenFileLimit {
    /// The number of descriptors that are kept for other open files of the process.
    private static let reserve = 256

    /// Raises the soft limit so that `count` files can be open in addition to 256 others, up to the hard limit.
    ///
    /// The limit is never lowered. Errors are ignored: opening too many files then fails with EMFILE.
    ///
    /// - Returns: How many files can be open in addition to 256 others, 0…`count`.
    @discardableResult public static func raise(toHold count: Int) -> Int {
        let count = max(0, count)
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return count }
        let wanted = min(rlim_t(count + reserve), limit.rlim_max)
        if wanted > limit.rlim_cur {
            let old = limit.rlim_cur
            limit.rlim_cur = wanted
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0 { limit.rlim_cur = old }
        }
        return max(0, min(count, Int(clamping: limit.rlim_cur) - reserve))
    }
}
