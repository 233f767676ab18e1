// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Reads pages of reMarkable tablets (.rm): versions 3 and 5, which are lists of layers, and version 6, which is a tree
/// of blocks.
///
/// Strokes keep their pen, color and layer. Points keep their position, drawn width, pressure and direction (as
/// azimuth), but not their speed. Each paragraph of typed text in version 6 becomes a text item. Deleted strokes are
/// ignored. Outlines of erased areas and unknown blocks are listed as dropped. Hidden layers stay hidden.
public struct RemarkableReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// The format ``InkFormat/remarkable``.
    public var format: InkFormat { .remarkable }

    /// Returns whether the file starts with the header of a page, including versions that cannot be read.
    public func recognizes(_ bytes: [UInt8]) -> Bool { RemarkableHeader.recognizes(bytes) }

    /// Reads a page.
    ///
    /// The tablet's pixels are converted to points at 226 pixels per inch. In version 6, x is measured from the middle
    /// of the page; in the result, it is measured from the left edge, as on all pages.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - limits: the limits for the size of the file and the numbers of strokes and points.
    /// - Throws: ``InkFormatError`` with `corrupt`, `tooLarge`, `unsupportedVersion` above version 6, or `unsupported`
    ///   for versions 1, 2 and 4.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        guard limits.maximumPages > 0 else {
            throw InkFormatError(.tooLarge, format: format, "it has more than 0 pages")
        }
        var context = RemarkableContext(limits: limits, format: format)
        let page = try RemarkablePage(bytes, from: &context).page
        return InkImport(format: format, document: InkDocument(pages: [page]), dropped: context.dropped.items)
    }
}
