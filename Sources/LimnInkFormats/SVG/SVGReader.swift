// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Reads SVG files written by ``SVGWriter`` from their `data-` attributes. Other SVG files are rejected, because their
/// shapes are not strokes.
public struct SVGReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// The format ``InkFormat/svg``.
    public var format: InkFormat { .svg }

    /// Returns whether the first 64 KiB contain a root element `svg`, whichever program wrote it.
    public func recognizes(_ bytes: [UInt8]) -> Bool { XMLProlog(Array(bytes.prefix(64 << 10))) == .root("svg") }

    /// Reads a file as one page.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, XML in UTF-8.
    ///   - limits: the limits for the size of the file and the numbers of strokes and points.
    /// - Throws: ``InkFormatError`` with `unsupported` for SVG files of other programs, `unsupportedVersion`,
    ///   `corrupt`, or `tooLarge`.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        guard bytes.count <= limits.maximumBytes else {
            throw InkFormatError(.tooLarge, format: format, "it has more than \(limits.maximumBytes) bytes")
        }
        switch XMLProlog(bytes) {
        case .root("svg"): break
        case .root(let name):
            let name = DroppedItems.oneLine(name)
            throw InkFormatError(.corrupt, format: format, "its root element is “\(name)”, not “svg”")
        case .unsupported(let what): throw InkFormatError(.unsupported, format: format, what)
        case .none: throw InkFormatError(.corrupt, format: format, "it contains no XML")
        }
        let document = SVGDocument(limits: limits)
        try XMLScanner.parse(bytes, with: document, as: format)
        return InkImport(format: format, document: document.result, dropped: document.dropped.items)
    }
}
