// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles

extension QuickHasher {
    /// Adds bytes.
    func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// Adds text as UTF-8.
    func add(_ text: String) { add(Array(text.utf8)) }

    /// The hash so far as a hexadecimal string object of 16 bytes.
    var text: PDFText { PDFText("<\(hash)>".utf8) }
}
