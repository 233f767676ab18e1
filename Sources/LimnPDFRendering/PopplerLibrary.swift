// SPDX-License-Identifier: GPL-3.0-or-later

internal import CColorCache
internal import CPoppler

/// The library this module stands on.
public enum PopplerLibrary {
    /// The version that is loaded, such as `22.12.0`.
    public static var version: String { String(cString: poppler_get_version()) }

    /// Remembers the colour transforms of ICC profiles from page to page, for the rest of the process.
    ///
    /// Only for a process where a single thread draws. Pictures stay the same.
    public static func rememberColorTransforms() { colorcache_enable() }

    /// How many transforms were remembered so far, instead of made.
    public static var rememberedTransforms: Int { Int(colorcache_hits()) }
}
