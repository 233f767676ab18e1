// SPDX-License-Identifier: GPL-3.0-or-later

/// Whether the tests run under a sanitizer (`Scripts/sanitize`). Its workers lack Landlock and the filter of system calls.
public let isSanitized: Bool = {
    #if SANITIZED
        true
    #else
        false
    #endif
}()
