// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Reads pages of reMarkable tablets (.rm) of the versions 3 and 5, a list of layers, and 6, a tree of blocks.
///
/// Strokes come over with their pens, colours, layers, and at every point with position, width (as the tablet drew it),
/// pressure and direction (as azimuth). The speed at points has no channel and is not kept. Deleted strokes and those
/// of an area eraser are not there; strokes on hidden layers, typed text and unknown blocks are listed as dropped.
public struct RemarkableReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// ``InkFormat/remarkable``.
    public var format: InkFormat { .remarkable }

    /// Whether the file begins as pages of any version do, those included that cannot be read.
    public func recognizes(_ bytes: [UInt8]) -> Bool { RemarkableHeader.recognizes(bytes) }

    /// Reads a page.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        guard limits.maximumPages > 0 else {
            throw InkFormatError(.tooLarge, format: format, "it has more than 0 pages")
        }
        var account = RemarkableAccount(limits: limits, format: format)
        let page = try RemarkablePage(bytes, from: &account).page
        return InkImport(format: format, document: InkDocument(pages: [page]), dropped: account.dropped.items)
    }
}
