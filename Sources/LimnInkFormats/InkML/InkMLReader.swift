// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Reads InkML: traces with contexts, formats and brushes, and the prefixes of W3C's trace text.
///
/// Channels: X, Y, F (pressure, over its range), T, OA and OE (azimuth and elevation; that the azimuth turns from x
/// towards y is inferred), S (the pen is down), W (the width of the line). Lengths without a unit are in 0.01 mm, as
/// Office has it; the file's list of what was dropped says so. Pressure changes no width: how a program makes widths
/// of it is not in the file. Where the page is without pages of Limn's own (``InkMLPages``), all is on one page.
public struct InkMLReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// ``InkFormat/inkml``.
    public var format: InkFormat { .inkml }

    /// Whether the root element is `ink`, with any namespace prefix.
    public func recognizes(_ bytes: [UInt8]) -> Bool {
        guard case .root(let name) = XMLProlog(Array(bytes.prefix(64 << 10))) else { return false }
        return InkMLDocument.localName(name) == InkMLDocument.rootName
    }

    /// Reads a file.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        guard bytes.count <= limits.maximumBytes else {
            throw InkFormatError(.tooLarge, format: format, "it has more than \(limits.maximumBytes) bytes")
        }
        switch XMLProlog(bytes) {
        case .root(let name) where InkMLDocument.localName(name) == InkMLDocument.rootName: break
        case .root(let name):
            let name = DroppedItems.oneLine(name)
            throw InkFormatError(.corrupt, format: format, "its root element is “\(name)”, not “ink”")
        case .refused(let what): throw InkFormatError(.unsupported, format: format, what)
        case .none: throw InkFormatError(.corrupt, format: format, "it holds no XML")
        }
        let document = InkMLDocument(size: bytes.count, limits: limits)
        try XMLScanner.parse(bytes, with: document, as: format)
        return InkImport(format: format, document: document.pages.document, dropped: document.dropped.items)
    }
}
