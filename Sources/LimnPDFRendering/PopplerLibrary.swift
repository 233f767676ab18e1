// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
internal import Foundation

/// The library this module stands on.
public enum PopplerLibrary {
    /// The version that is loaded, such as `22.12.0`.
    public static var version: String { String(cString: poppler_get_version()) }

    /// Has poppler's stderrLines printed on standard error, a line each, for the rest of the process.
    ///
    /// poppler-glib tells them as GLib's debug messages, which go nowhere unless somebody asks for them.
    public static func printWarnings() {
        let levels = GLogLevelFlags(rawValue: ~0 << 2)  // all of G_LOG_LEVEL_MASK, a macro that Swift cannot read
        _ = g_log_set_handler(
            "Poppler", levels,
            { _, _, message, _ in
                guard let message else { return }
                // One write a line, so that lines of several libraries do not mix.
                let line = String(cString: message).replacingOccurrences(of: " at position -1", with: "") + "\n"
                line.utf8.withContiguousStorageIfAvailable { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
            }, nil)
    }
}
