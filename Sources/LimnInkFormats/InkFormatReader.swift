// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// A reader for one format. To add a format, write a conforming type and list it in ``InkReader/readers``.
public protocol InkFormatReader: Sendable {
    /// The format that this type reads.
    var format: InkFormat { get }

    /// Whether data look like this format. This examines the content only, is fast and never fails.
    func recognizes(_ bytes: [UInt8]) -> Bool

    /// Reads a file.
    ///
    /// - Throws: ``InkFormatError`` for any invalid data.
    func read(_ bytes: [UInt8], limits: InkLimits) throws(InkFormatError) -> InkImport
}
