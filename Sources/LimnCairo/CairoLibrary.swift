// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo

/// The cairo library in use.
public enum CairoLibrary {
    /// The loaded version, such as `1.16.0`.
    public static var version: String { String(cString: cairo_version_string()) }
}
