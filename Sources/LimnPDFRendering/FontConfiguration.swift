// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// What poppler knows of the fonts of this machine.
public enum FontConfiguration {
    /// Reads the configuration and the caches of fonts, which takes some milliseconds and otherwise happens with the first
    /// text that is drawn. Any thread may call it; a second call does nothing.
    public static func load() {
        // poppler brings fontconfig: "loads the default configuration file and builds information about the available
        // fonts; if the default configuration is already loaded, this routine does nothing" (FcInit).
        guard let function = dlsym(nil, "FcInit") else { return }
        _ = unsafeBitCast(function, to: (@convention(c) () -> Int32).self)()
    }
}
