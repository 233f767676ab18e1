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

    /// Reads a file that refers to other files.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, still compressed if the format is compressed.
    ///   - companions: the files that it refers to, as far as they are known. The result lists the missing ones.
    ///   - limits: the limits for the contents.
    /// - Throws: ``InkFormatError`` for any invalid data.
    func read(
        _ bytes: [UInt8], companions: [CompanionFile: [UInt8]], limits: InkLimits
    ) throws(InkFormatError) -> InkImport
}

extension InkFormatReader {
    /// Reads a file. Formats whose files never refer to others ignore the companions.
    public func read(
        _ bytes: [UInt8], companions: [CompanionFile: [UInt8]], limits: InkLimits
    ) throws(InkFormatError) -> InkImport {
        try read(bytes, limits: limits)
    }
}
