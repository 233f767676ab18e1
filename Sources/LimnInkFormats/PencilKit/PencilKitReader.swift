// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Reads drawings of Apple's PencilKit: what `PKDrawing.dataRepresentation()` gives, and the older form that Notes stores.
///
/// The format is not documented by Apple; what is known comes from decoding files. A drawing is one page, its unit a point. The
/// control points of a stroke become points along their spline (``UniformSpline``), close enough to stay within 0.01 pt of
/// its edges; sizes become the widths that are painted (``PencilKitInk``).
public struct PencilKitReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// ``InkFormat/pencilKit``.
    public var format: InkFormat { .pencilKit }

    /// Whether data begin with `wrd` and 0xF0, or are as a whole, bare or packed, a drawing of the older form.
    public func recognizes(_ bytes: [UInt8]) -> Bool {
        PencilKitContainer.isCurrent(bytes) || PencilKitContainer.isOld(bytes)
    }

    /// Reads a file.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        let container = try PencilKitContainer(bytes, limits: limits)
        guard limits.maximumPages > 0 else {
            throw InkFormatError(.tooLarge, format: format, "it has more than 0 pages")
        }
        let allowance = PencilKitAllowance(file: bytes.count, limits: limits)
        let result =
            container.isOldForm
            ? try NotesDocument(container.message, allowance: allowance).result
            : try PencilKitDocument(container.message, allowance: allowance).result
        return InkImport(format: format, document: result.document, dropped: result.dropped.items)
    }
}
