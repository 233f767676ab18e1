// SPDX-License-Identifier: GPL-3.0-or-later

internal import CDeflate

/// The libdeflate library.
public enum DeflateLibrary {
    /// The version that Limn was built with, such as `1.14`.
    public static var version: String { LIBDEFLATE_VERSION_STRING }
}
