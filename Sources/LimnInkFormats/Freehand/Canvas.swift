// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Converts an infinite canvas in CSS pixels to a page.
enum Canvas {
    /// The size of a CSS pixel in points.
    static let pixel = 0.75
    /// The margin around the ink in pixels, as in Excalidraw's exports.
    private static let margin = 10.0

    /// Makes a page from strokes in pixels. Its size is the bounding box of the ink plus a margin on every side.
    static func page(_ strokes: [Stroke], background: InkDocument.Background = .none) -> InkDocument.Page {
        guard let box = Drawing(strokes: strokes).bounds, box.isFinite else {
            return InkDocument.Page(background: background)
        }
        let origin = Vector(dx: margin - box.minX, dy: margin - box.minY)
        let moved = strokes.map { stroke in
            var copy = stroke
            copy.points.mapPositions { p in
                Point(x: (p.x + origin.dx) * pixel, y: (p.y + origin.dy) * pixel)
            }
            copy.points.mapWidths { $0 * pixel }
            copy.brush.width *= pixel
            copy.brush.dash = copy.brush.dash.map { $0 * pixel }
            return copy
        }
        let size = Size(width: (box.width + 2 * margin) * pixel, height: (box.height + 2 * margin) * pixel)
        return InkDocument.Page(size: size, background: background, drawing: Drawing(strokes: moved))
    }
}
