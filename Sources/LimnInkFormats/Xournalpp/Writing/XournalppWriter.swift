// SPDX-License-Identifier: Apache-2.0

internal import LimnCompression
public import LimnInk

/// Writes files for Xournal++ 1.1.3 and later: gzip-compressed XML with `fileversion` 4.
///
/// Values have eight significant digits, or are exact in lossless mode. A width applies to the segment that starts at
/// its point (``XournalppWidths``), so the width of the last point is not written. A stroke of one point gets a second,
/// equal point, because Xournal++ requires two. If the painting order differs from the order of layers, additional
/// layers are written, so that the page looks the same.
public struct XournalppWriter: InkFormatWriter {
    /// Makes a writer.
    public init() {}

    /// The format ``InkFormat/xournalpp``.
    public var format: InkFormat { .xournalpp }

    /// Writes a document with any number of pages.
    ///
    /// - Returns: the file, compressed with level 6 and without a timestamp. Content that Xournal++ cannot store is
    ///   listed as dropped: channels such as pressure, tools, notes, and links that are not on a text (<doc:Formats>).
    /// - Throws: ``InkFormatError`` with `invalidValue` for a value that is not finite or out of range.
    public func write(_ document: InkDocument, options: InkWriteOptions) throws(InkFormatError) -> InkExport {
        try InkValues.check(document, format: format)
        var xml = XMLWriter(declaration: #"<?xml version="1.0" standalone="no"?>"#)
        var dropped = DroppedItems()
        var template = XournalppBackgroundWriter(document)
        xml.raw("<xournal creator=\"Limn\" fileversion=\"4\">\n<title>")
        xml.text(document.title ?? Self.title)
        xml.raw("</title>\n")
        for (index, page) in document.pages.enumerated() {
            XournalppPageWriter(number: index + 1, isLossless: options.isLossless)
                .write(page, template: &template, to: &xml, dropped: &dropped)
        }
        xml.raw("</xournal>\n")
        template.finish(&dropped)
        return InkExport(bytes: Gzip.compress(xml.bytes), dropped: dropped.items)
    }

    /// The title that Xournal++ writes into every file. Readers ignore it.
    static let title = "Xournal++ document - see https://xournalpp.github.io/"
}
