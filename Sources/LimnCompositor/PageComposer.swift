// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
public import LimnInk
public import LimnPDFRendering
public import LimnPictures
public import LimnRaster

/// Draws a page and its ink as one picture.
public struct PageComposer: Hashable, Sendable {
    /// The background below the page's content.
    public var background: PDFPage.Background
    /// The quality of the page's rendering. It does not affect the width of ink.
    public var quality: RenderQuality
    /// The maximum number of pixels of a picture.
    public var pixelLimit: Int

    /// Makes a composer.
    public init(
        background: PDFPage.Background = .white, quality: RenderQuality = .standard,
        pixelLimit: Int = PDFPage.defaultPixelLimit
    ) {
        self.background = background
        self.quality = quality
        self.pixelLimit = pixelLimit
    }

    /// Draws a page and then ink over it. Discards the notes about texts and pictures.
    public func picture(
        of page: PDFPage, grid: PixelGrid, ink: Drawing?, pages: PageCache? = nil
    ) throws -> PixelBuffer {
        var notes = ItemNotes()
        return try picture(of: page, grid: grid, ink: ink, pages: pages, notes: &notes)
    }

    /// Draws a page and then ink over it.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - grid: the pixels of the page, or of a part of it.
    ///   - ink: the drawing over the page; nil for none.
    ///   - pages: the cache of page pictures; nil for no cache.
    ///   - notes: receives notes for the user about texts and pictures.
    /// - Throws: `RenderingError`, `CairoError`, `RasterError`.
    public func picture(
        of page: PDFPage, grid: PixelGrid, ink: Drawing?, pages: PageCache? = nil, notes: inout ItemNotes
    ) throws -> PixelBuffer {
        let buffer =
            try pages?.picture(
                of: page, grid: grid, background: background, quality: quality, pixelLimit: pixelLimit)
            ?? page.render(grid, background: background, quality: quality, pixelLimit: pixelLimit)
        guard let ink, !ink.isEmpty else { return buffer }
        let surface = try ImageSurface(drawingInto: buffer)
        let context = try CairoContext(surface)
        context.transform(grid.pageToPixels)
        notes.add(try InkPainter().paint(ink, in: context))
        try surface.flush()
        return buffer
    }
}
