// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// The tables that map cases to their numbers in the format. Entries never change; new entries go at the end.
enum NativeTables {
    static let kinds: [Brush.Kind] = [.pen, .highlighter, .whiteout]
    static let caps: [Brush.Cap] = [.round, .butt, .square]
    static let channels: [StrokePoints.Channel] = [.pressure, .altitude, .azimuth, .opacity, .time]
    static let tools: [Brush.Tool] = [
        .ballpoint, .fineliner, .fountain, .pencil, .marker, .highlighter, .monoline, .calligraphy, .paintbrush,
        .crayon, .watercolor, .shader,
    ]
    static let placements: [InkDocument.Placement] = [.topLeft, .topCenter, .filled, .fitted, .stretched]
    static let itemKinds: [PageItem.Kind] = [.text, .image, .formula, .link]
    static let objectKinds: [PageObject.Kind] = [.text, .picture, .note, .link, .markup]
    static let markupStyles: [MarkupItem.Style] = [.highlight, .underline, .strikeOut, .squiggly]
    static let alignments: [TextItem.Alignment] = [.start, .left, .center, .right, .justified]
    static let directions: [TextItem.Direction] = [.automatic, .leftToRight, .rightToLeft]
    static let pictureFormats: [PictureData.Format] = [.png, .jpeg, .pdf]

    /// The available scales, in steps per unit of a channel.
    static let scales: [Double] = [256, 4096, 1000, 1, 255, 1023, 4095, 8191, 32767, 65535]
    /// The index in ``scales`` of the scale for positions and widths: 256 steps per point.
    static let lengthScale = 0
    static let lengthQuantum = 1 / scales[lengthScale]

    /// Returns the index in ``scales`` of the scale that a channel is rounded to.
    static func scale(of channel: StrokePoints.Channel) -> Int { channel == .time ? 2 : 1 }

    /// Returns the indices of the scales to try for an exact representation before values are rounded to the default
    /// `scale`.
    static func exactScales(insteadOf scale: Int, isLossless: Bool) -> [Int] {
        switch (scale, isLossless) {
        case (lengthScale, _): [3]
        case (_, false): [3, 4, 5, 2]
        case (_, true): [3, 4, 5, 2, 6, 7, 8, 9]
        }
    }
}

extension InkDocument {
    /// - Throws: ``InkError`` with `invalidValue` for the first value that cannot be stored.
    func validate() throws(InkError) {
        for (pageIndex, page) in pages.enumerated() {
            if let size = page.size, !size.width.isFinite || !size.height.isFinite {
                throw InkError(.invalidValue, "Page \(pageIndex + 1) has a size that is not finite.")
            }
            for (strokeIndex, stroke) in page.drawing.strokes.enumerated() where !stroke.isStorable {
                throw InkError(
                    .invalidValue,
                    "Stroke \(strokeIndex + 1) of page \(pageIndex + 1) has a value that is not finite or a negative width."
                )
            }
            for (index, placed) in page.drawing.objects.enumerated() where !placed.object.isStorable {
                throw InkError(
                    .invalidValue,
                    "Object \(index + 1) of page \(pageIndex + 1), a \(placed.object.kind.rawValue), has a value that is "
                        + "not finite or out of its range.")
            }
        }
    }
}

extension Stroke {
    /// Whether all values are finite and within ``InkBounds``, as required for storing the stroke.
    package var isStorable: Bool {
        InkBounds.layers.contains(layer) && points.isValid && brush.width >= 0 && InkBounds.hold(brush.width)
            && brush.dash.allSatisfy(InkBounds.hold) && (brush.fill ?? 0).isFinite
    }
}
