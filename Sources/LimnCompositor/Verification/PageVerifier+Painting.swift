// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster

extension PageVerifier {
    /// Paints ink over a picture.
    ///
    /// - Throws: `CairoError`.
    func paint(_ ink: Drawing, into picture: PixelBuffer, _ grid: PixelGrid) throws {
        // A finer tolerance would make no visible difference.
        let finest = Self.paintingTolerance / max(grid.scaleX, grid.scaleY)
        try Self.paint(into: picture, grid) { context in
            try InkPainter(tolerance: Tolerance(points: finest) ?? .outline).paint(ink, in: context)
        }
    }

    /// Paints over a picture of a page, or of a part of it, in page space.
    ///
    /// - Throws: `CairoError`, and what `body` throws.
    static func paint(
        into picture: PixelBuffer, _ grid: PixelGrid, _ body: (CairoContext) throws -> Void
    ) throws {
        let surface = try ImageSurface(drawingInto: picture)
        let context = try CairoContext(surface)
        context.transform(grid.pageToPixels)
        try body(context)
        try context.check()
        try surface.flush()
    }

    /// Paints the strokes black and at least one pixel wide, on a clear background.
    ///
    /// - Throws: `CairoError`, `RasterError`.
    func trace(of ink: Drawing, _ grid: PixelGrid) throws -> PixelBuffer {
        let pixel = 1 / min(grid.scaleX, grid.scaleY)
        var ink = ink.shown
        ink.strokes = ink.strokes.map { stroke in
            var stroke = stroke
            // Without a tool, there is no grain.
            (stroke.brush.kind, stroke.brush.color, stroke.brush.tool) = (.pen, .black, nil)
            stroke.points.mapWidths { $0 > 0 ? max($0, pixel) : 0 }
            return stroke
        }
        let picture = try PixelBuffer(width: grid.width, height: grid.height, hasAlpha: true)
        try paint(ink, into: picture, grid)
        return picture
    }
}
