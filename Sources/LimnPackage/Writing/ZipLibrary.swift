// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZip

/// The libzip that packages are written with.
public enum ZipLibrary {
    /// The version that is loaded, such as `1.7.3`.
    public static var version: String { String(cString: zip_libzip_version()) }
}
