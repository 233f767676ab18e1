// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZip

/// The libzip in use, which writes packages. Reading does not use it: packages are read by workers, with a reader that
/// has limits for hostile archives.
public enum ZipLibrary {
    /// The loaded version, such as `1.7.3`. It need not be the one that this module was built with, because the library
    /// is linked dynamically.
    public static var version: String { String(cString: zip_libzip_version()) }
}
