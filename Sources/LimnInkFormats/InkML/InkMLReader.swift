// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Reads InkML: traces with contexts, formats and brushes, including difference coding.
///
/// The supported channels are X, Y, F (pressure, relative to its range), T (time), OA and OE (azimuth and elevation), S
/// (pen down) and W (line width). It is inferred that the azimuth increases from x towards y. Positions without
/// a unit are fitted to a page (``InkMLFit``), and other lengths without a unit are in 0.01 mm, as in Office; both is
/// listed as dropped. Pressure does not change widths, because the file does not
/// define how it should. All strokes go to one page, unless Limn wrote the file (``InkMLPages``).
public struct InkMLReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// The format ``InkFormat/inkml``.
    public var format: InkFormat { .inkml }

    /// Returns whether the first 64 KiB contain a root element `ink`, with or without a namespace prefix.
    public func recognizes(_ bytes: [UInt8]) -> Bool {
        guard case .root(let name) = XMLProlog(XMLEncoding.utf8(Array(bytes.prefix(64 << 10)))) else { return false }
        return InkMLDocument.localName(name) == InkMLDocument.rootName
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, XML in UTF-8, or in UTF-16 with a byte order mark.
    ///   - limits: the limits for the size of the file and the numbers of pages, strokes and points.
    /// - Returns: the document, with at least one page. A page has a size only if Limn wrote the file.
    /// - Throws: ``InkFormatError`` with `corrupt`, `tooLarge`, or `unsupported` for a document type declaration or an
    ///   encoding other than these.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        guard bytes.count <= limits.maximumBytes else {
            throw InkFormatError(.tooLarge, format: format, "it has more than \(limits.maximumBytes) bytes")
        }
        let bytes = XMLEncoding.utf8(bytes)
        switch XMLProlog(bytes) {
        case .root(let name) where InkMLDocument.localName(name) == InkMLDocument.rootName: break
        case .root(let name):
            let name = DroppedItems.oneLine(name)
            throw InkFormatError(.corrupt, format: format, "its root element is “\(name)”, not “ink”")
        case .unsupported(let what): throw InkFormatError(.unsupported, format: format, what)
        case .none: throw InkFormatError(.corrupt, format: format, "it contains no XML")
        }
        let document = InkMLDocument(size: bytes.count, limits: limits)
        try XMLScanner.parse(bytes, with: document, as: format)
        document.finish()
        return InkImport(format: format, document: document.pages.document, dropped: document.dropped.items)
    }
}
