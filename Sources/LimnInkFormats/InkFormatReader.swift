// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// A reader for one format. To add a format, write a conforming type and list it in ``InkReader/readers``.
///
/// A reader must expect damaged and hostile files. Its time, memory and recursion must be bounded by the limits and the
/// size of the file.
public protocol InkFormatReader: Sendable {
    /// The format that this type reads.
    var format: InkFormat { get }

    /// Returns whether data looks like this format. Checks only the content, is fast and never fails.
    func recognizes(_ bytes: [UInt8]) -> Bool

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, still compressed if the format is compressed.
    ///   - limits: the limits for the contents.
    /// - Returns: the document, in points with y down, and the content that it cannot represent.
    /// - Throws: ``InkFormatError`` for any invalid data.
    func read(_ bytes: [UInt8], limits: InkLimits) throws(InkFormatError) -> InkImport
}
