// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// A reader for one format. To add a format, write a conforming type and list it in ``InkReader/readers``.
///
/// A reader must expect damaged and hostile files: it bounds its time, its memory and its recursion by the limits and
/// by the size of the file.
public protocol InkFormatReader: Sendable {
    /// The format that this type reads.
    var format: InkFormat { get }

    /// Whether data look like this format. This examines the content only, is fast and never fails.
    func recognizes(_ bytes: [UInt8]) -> Bool

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, still compressed if the format is.
    ///   - limits: the limits for the contents.
    /// - Returns: the document in points, y down, and everything that it could not hold.
    /// - Throws: ``InkFormatError`` for any invalid data.
    func read(_ bytes: [UInt8], limits: InkLimits) throws(InkFormatError) -> InkImport
}
