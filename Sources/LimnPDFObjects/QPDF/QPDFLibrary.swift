// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF

/// The libqpdf library in use.
public enum QPDFLibrary {
    /// The version of the loaded library, such as `11.3.0`.
    public static var version: String { String(cString: qpdf_get_qpdf_version()) }
}
