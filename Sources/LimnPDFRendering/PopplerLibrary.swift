// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler

/// The library this module stands on.
public enum PopplerLibrary {
    /// The version that is loaded, such as `22.12.0`.
    public static var version: String { String(cString: poppler_get_version()) }
}
