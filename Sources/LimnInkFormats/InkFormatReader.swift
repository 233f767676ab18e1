// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Reads one format. A new format is one conforming type and one line in ``InkReader/readers``.
public protocol InkFormatReader: Sendable {
    /// The format that is read.
    var format: InkFormat { get }

    /// Whether data look like this format, judged by their content; cheap, and never an error.
    func recognizes(_ bytes: [UInt8]) -> Bool

    /// Reads a file.
    ///
    /// - Throws: ``InkFormatError``, whatever the bytes are.
    func read(_ bytes: [UInt8], limits: InkLimits) throws(InkFormatError) -> InkImport
}
