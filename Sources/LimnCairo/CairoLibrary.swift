// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo

/// The library this module stands on.
public enum CairoLibrary {
    /// The version that is loaded, such as `1.16.0`.
    public static var version: String { String(cString: cairo_version_string()) }
}
