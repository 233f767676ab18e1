// SPDX-License-Identifier: GPL-3.0-or-later

internal import CDeflate

/// The library this module stands on.
public enum DeflateLibrary {
    /// The version of libdeflate that Limn was built with, such as `1.14`.
    public static var version: String { LIBDEFLATE_VERSION_STRING }
}
