// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Reads drawings of Apple's PencilKit: the output of `PKDrawing.dataRepresentation()` and the legacy format of Notes.
///
/// Apple does not document the format; it was reverse-engineered from files. A drawing is one page, with coordinates in
/// points. Strokes are sampled along their B-splines (``UniformSpline``), so that their edges are within 0.01 pt.
/// PencilKit's sizes are converted to painted widths (``PencilKitInk``).
public struct PencilKitReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// The format ``InkFormat/pencilKit``.
    public var format: InkFormat { .pencilKit }

    /// Returns whether data starts with `wrd` and 0xF0, or is a legacy drawing, compressed or not.
    public func recognizes(_ bytes: [UInt8]) -> Bool {
        PencilKitContainer.isCurrent(bytes) || PencilKitContainer.isLegacy(bytes)
    }

    /// Reads a drawing as one page.
    ///
    /// - Parameters:
    ///   - bytes: the data of the drawing. Data from Notes may be compressed with gzip or zlib.
    ///   - limits: the limits for the decompressed size and the numbers of strokes and points.
    /// - Throws: ``InkFormatError`` with `corrupt`, `tooLarge`, `unsupportedVersion`, or `unsupported` for PaperKit
    ///   markup.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        let container = try PencilKitContainer(bytes, limits: limits)
        guard limits.maximumPages > 0 else {
            throw InkFormatError(.tooLarge, format: format, "it has more than 0 pages")
        }
        let budget = PencilKitBudget(file: bytes.count, limits: limits)
        let result =
            container.isLegacy
            ? try NotesDocument(container.message, budget: budget).result
            : try PencilKitDocument(container.message, budget: budget).result
        return InkImport(format: format, document: result.document, dropped: result.dropped.items)
    }
}
