// SPDX-License-Identifier: Apache-2.0

internal import LimnCompression
public import LimnInk

/// Writes files that Xournal++ 1.1.3 and later open: gzip around XML of `fileversion` 4.
///
/// What ``XournalppReader`` reads comes out of it as it went in, to eight significant digits or, lossless, to the last
/// bit. A width belongs to the segment that begins at its point (``XournalppWidths``), so the last point's own is not
/// written. A stroke of one point becomes two at the same place, because Xournal++ refuses files with fewer. Strokes
/// that are painted in another order than that of their layers get layers of their own, so that they look the same.
public struct XournalppWriter: InkFormatWriter {
    /// Makes a writer.
    public init() {}

    /// ``InkFormat/xournalpp``.
    public var format: InkFormat { .xournalpp }

    /// The file, and what of the document it does not hold.
    public func write(_ document: InkDocument, options: InkWriteOptions) throws(InkFormatError) -> InkExport {
        try InkValues.check(document, format: format)
        var xml = XMLWriter(declaration: #"<?xml version="1.0" standalone="no"?>"#)
        var dropped = DroppedItems()
        var template = XournalppTemplate(document)
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

    /// What Xournal++ itself writes as every file's title, and readers take for none.
    static let title = "Xournal++ document - see https://xournalpp.github.io/"
}
