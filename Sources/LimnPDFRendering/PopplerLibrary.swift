// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
internal import Foundation

/// The poppler library in use.
public enum PopplerLibrary {
    /// The loaded version, such as `22.12.0`.
    public static var version: String { String(cString: poppler_get_version()) }

    /// Makes poppler print its warnings to standard error, one per line, for the rest of the process.
    ///
    /// By default they are lost, because poppler-glib logs them as GLib debug messages.
    public static func printWarnings() {
        let levels = GLogLevelFlags(rawValue: ~0 << 2)  // all of G_LOG_LEVEL_MASK, a macro that Swift cannot read
        _ = g_log_set_handler(
            "Poppler", levels,
            { _, _, message, _ in
                guard let message else { return }
                // Write each line with one call, so that lines of different libraries do not mix.
                let line = String(cString: message).replacing(" at position -1", with: "") + "\n"
                line.utf8.withContiguousStorageIfAvailable { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
            }, nil)
    }
}
