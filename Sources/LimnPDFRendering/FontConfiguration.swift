// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// The machine's font configuration, which poppler uses.
public enum FontConfiguration {
    /// Loads the font configuration and caches in advance.
    ///
    /// This takes some milliseconds; without it, drawing the first text does the same. Any thread may call it; a second
    /// call has no effect.
    public static func load() {
        // FcInit is a function of fontconfig, which poppler links: it "loads the default configuration file and builds
        // information about the available fonts; if the default configuration is already loaded, this routine does
        // nothing".
        guard let function = dlsym(nil, "FcInit") else { return }
        _ = unsafeBitCast(function, to: (@convention(c) () -> Int32).self)()
    }
}
