// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZip

/// The libzip in use, which writes packages.
public enum ZipLibrary {
    /// The loaded version, such as `1.7.3`.
    public static var version: String { String(cString: zip_libzip_version()) }
}
