// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster

extension PageVerifier {
    /// The maximum number of pixels of a close-up of missing ink, and its maximum scale in pixels per point.
    private static let (closePixels, closestScale) = (4_000_000.0, 8.0)

    /// Returns whether the ink that a comparison misses is visible at a higher resolution. Poppler draws nothing of some
    /// strokes that are smaller than a pixel.
    ///
    /// - Throws: `RenderingError`, `CairoError`, `RasterError`.
    func isShownCloser(
        of comparison: InkComparison, _ export: PDFPage, _ original: PDFPage, _ ink: Drawing?,
        _ expectation: Expectation
    ) throws -> Bool {
        let grid = expectation.grid
        guard expectation.isWhole, let missing = comparison.missing else { return false }
        let box = Rect(
            x0: missing.minX / grid.scaleX, y0: missing.minY / grid.scaleY, x1: missing.maxX / grid.scaleX,
            y1: missing.maxY / grid.scaleY)
        guard
            let part = try closeUp(of: original, on: box, mostScale: Self.closestScale, pixelLimit: Self.closePixels),
            part.scaleX > 1.2 * grid.scaleX
        else { return false }
        var closer = try self.expectation(of: original, ink: ink, part, nil)
        closer.isWhole = false
        let found = try compare(export, closer)
        return found.expected > 0 && Double(found.changed) >= Self.leastShare * Double(found.expected)
    }

    /// Returns the picture of the original page, drawn at the resolution of the page that became a picture and reduced
    /// to the grid of the comparison; nil for other pages.
    ///
    /// Poppler draws lines at least one pixel wide, so lines are much heavier at the resolution of the comparison.
    ///
    /// - Throws: `RenderingError`, `CairoError`, `RasterError`.
    func reducedPicture(of original: PDFPage, _ grid: PixelGrid, over before: PixelBuffer) throws -> PixelBuffer? {
        guard let pictureResolution, strictness == .coarse, pictureResolution >= resolution else { return nil }
        let large = try original.grid(.dpi(pictureResolution))
        // The page was drawn at this size before, whatever limit it had.
        let composer = PageComposer(pixelLimit: max(PDFPage.defaultPixelLimit, large.width * large.height))
        let image = try ImageSurface(drawingInto: try composer.picture(of: original, grid: large, ink: nil))
        // The last pixels may not be covered completely.
        let picture = try PixelBuffer(copying: before)
        let surface = try ImageSurface(drawingInto: picture)
        let context = try CairoContext(surface)
        context.transform(.translation(Vector(dx: -Double(grid.x), dy: -Double(grid.y))))
        context.transform(.scaling(x: grid.scaleX / large.scaleX, y: grid.scaleY / large.scaleY))
        context.draw(image)
        try surface.flush()
        return picture
    }

    /// Returns the pixels of a part of a page, at the highest allowed resolution; nil if it is not on the page.
    ///
    /// - Parameters:
    ///   - box: the part in page space.
    ///   - mostScale: the maximum scale in pixels per point.
    /// - Throws: `RenderingError`.
    func closeUp(of page: PDFPage, on box: Rect, mostScale: Double, pixelLimit: Double) throws -> PixelGrid? {
        let all = Rect(x0: 0, y0: 0, x1: page.size.width, y1: page.size.height)
        guard let bounds = box.intersection(all), !bounds.isEmpty else { return nil }
        let scale = min(mostScale, (pixelLimit / (bounds.width * bounds.height)).squareRoot())
        return try page.grid(.dpi(72 * scale)).covering(bounds)
    }
}
