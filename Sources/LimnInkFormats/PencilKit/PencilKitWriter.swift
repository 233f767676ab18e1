// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
public import LimnInk

/// Writes drawings of Apple's PencilKit. **Experimental**: the layout is that of real files, but no Apple program has been seen
/// reading what this writes. On Apple's systems the way that is sure is the bridge, `Drawing.pkDrawing`.
///
/// A drawing is one page. Its strokes pass through all points, within 0.01 pt of the lines between them, and what
/// ``PencilKitReader`` makes of them is within the same distance (``SplineFit``); positions and widths are rounded to 32-bit
/// floats, other channels to PencilKit's steps. Identities follow from the ink, so the same ink gives the same bytes; two equal
/// drawings have equal identities.
public struct PencilKitWriter: InkFormatWriter {
    /// Makes a writer.
    public init() {}

    /// ``InkFormat/pencilKit``.
    public var format: InkFormat { .pencilKit }

    /// The bytes of a drawing. Dashes, fills, caps, layers, title, background, items, and instruments that PencilKit lacks are
    /// listed as dropped.
    ///
    /// - Throws: ``InkFormatError`` with `severalPages` for several pages; with `unwritable` for values beyond those that
    ///   are read; with `invalidValue` for NaN and its like.
    public func write(
        _ document: InkDocument, options: InkWriteOptions = InkWriteOptions()
    ) throws(InkFormatError) -> InkExport {
        guard document.pages.count <= 1 else {
            throw InkFormatError(
                .severalPages, format: format,
                "it holds one page, and there are \(document.pages.count); choose one")
        }
        var encoder = PencilKitEncoder()
        let page = document.pages.first
        let sides = 0...UsableRange.farthest
        if let size = page?.size, !sides.contains(size.width) || !sides.contains(size.height) {
            let isFinite = size.width.isFinite && size.height.isFinite
            throw InkFormatError(
                isFinite ? .unwritable : .invalidValue, format: format, at: .init(page: 1),
                "the page's size is no usable number")
        }
        for (index, stroke) in (page?.drawing.strokes ?? []).enumerated() {
            try check(stroke, .init(page: 1, stroke: index + 1))
            if !stroke.points.isEmpty { encoder.add(stroke) }
        }
        return InkExport(
            bytes: PencilKitContainer.header + encoder.message(size: page?.size),
            dropped: PencilKitLosses.items(of: document))
    }

    private func check(_ stroke: Stroke, _ place: InkFormatError.Location) throws(InkFormatError) {
        guard stroke.points.isValid else {
            throw InkFormatError(.invalidValue, format: format, at: place, "a value is not finite, or a width negative")
        }
        // Control points may lie further out than the curve, by a factor of 3 at most.
        let farthest = UsableRange.farthest / 4
        let isNear = stroke.points.positions.allSatisfy { $0.x.magnitude <= farthest && $0.y.magnitude <= farthest }
        guard isNear, stroke.points.widths.allSatisfy({ $0 <= PencilKitPath.largestSize / 16 }) else {
            throw InkFormatError(.unwritable, format: format, at: place, "coordinates or widths are too large")
        }
        guard stroke.points[.time]?.allSatisfy({ $0.magnitude <= 1e30 }) != false else {
            throw InkFormatError(.unwritable, format: format, at: place, "a time is too large")
        }
    }
}
