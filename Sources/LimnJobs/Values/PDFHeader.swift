// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles

/// The header `%PDF-` of a PDF file.
package enum PDFHeader {
    /// The number of bytes in which readers look for the header (PDF 1.7, appendix H, note 13).
    package static let reach = 1024

    /// Whether a file has the header near its start.
    package static func isIn(_ bytes: [UInt8]) -> Bool { !Array(bytes.prefix(reach)).offsets(of: "%PDF-").isEmpty }
}
