// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
public import LimnInk

/// Writes drawings of Apple's PencilKit. **Experimental**: the layout is that of real files, but the output was never
/// tested with an Apple program. On Apple's systems, use the bridge `Drawing.pkDrawing` instead.
///
/// A drawing is one page. Its curves pass through all points and stay within 0.01 pt of the lines between them
/// (``SplineFit``). ``PencilKitReader`` reads the points back within the same tolerance. Positions and widths are
/// rounded to 32-bit floats, and other channels to PencilKit's steps. UUIDs are derived from the ink, so equal drawings
/// give equal bytes.
public struct PencilKitWriter: InkFormatWriter {
    /// Makes a writer.
    public init() {}

    /// The format ``InkFormat/pencilKit``.
    public var format: InkFormat { .pencilKit }

    /// Writes a document with at most one page. Dashes, fills, caps, layers, objects, the title, the background, page
    /// items, and tools without an equivalent are listed as dropped.
    ///
    /// - Parameters:
    ///   - document: a document whose coordinates are within ±2,500,000 pt.
    ///   - options: ignored, because the format has fixed steps.
    /// - Throws: ``InkFormatError`` with `severalPages` for several pages, `unwritable` for values out of range, and
    ///   `invalidValue` for values that are not finite.
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
        let sides = 0...ValueLimits.maximumCoordinate
        if let size = page?.size, !sides.contains(size.width) || !sides.contains(size.height) {
            let isFinite = size.width.isFinite && size.height.isFinite
            throw InkFormatError(
                isFinite ? .unwritable : .invalidValue, format: format, at: .init(page: 1),
                "the page's size is out of range")
        }
        var dropped = DroppedItems()
        let written = page?.withMarkupAsStrokes(&dropped, number: 1)
        for (index, stroke) in (written?.drawing.strokes ?? []).enumerated() {
            try check(stroke, .init(page: 1, stroke: index + 1))
            if !stroke.points.isEmpty { encoder.add(stroke) }
        }
        return InkExport(
            bytes: PencilKitContainer.header + encoder.message(size: page?.size),
            dropped: dropped.items + PencilKitDroppedItems.items(of: written.map { [$0] } ?? [], in: document))
    }

    private func check(_ stroke: Stroke, _ location: InkFormatError.Location) throws(InkFormatError) {
        guard stroke.points.isValid else {
            throw InkFormatError(
                .invalidValue, format: format, at: location, "a value is not finite, or a width negative")
        }
        // Control points may be up to three times as far from the origin as the curve.
        let farthest = ValueLimits.maximumCoordinate / 4
        let isNear = stroke.points.positions.allSatisfy { $0.x.magnitude <= farthest && $0.y.magnitude <= farthest }
        guard isNear, stroke.points.widths.allSatisfy({ $0 <= PencilKitPath.maximumSize / 16 }) else {
            throw InkFormatError(.unwritable, format: format, at: location, "coordinates or widths are too large")
        }
        guard stroke.points[.time]?.allSatisfy({ $0.magnitude <= 1e30 }) != false else {
            throw InkFormatError(.unwritable, format: format, at: location, "a time is too large")
        }
    }
}
