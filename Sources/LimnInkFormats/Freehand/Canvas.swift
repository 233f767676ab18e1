// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// A canvas without edges, in CSS pixels, as a page.
enum Canvas {
    /// Points in a CSS pixel.
    static let pixel = 0.75
    /// What stays free around the ink, in pixels, as in Excalidraw's own exports.
    private static let margin = 10.0

    /// The page around strokes that are in pixels: it begins a margin left of and above the ink and ends so beyond it.
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
